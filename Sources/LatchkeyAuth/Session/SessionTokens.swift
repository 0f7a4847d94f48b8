import Foundation
import Synchronization

/// The tokens of a signed-in account. Concurrent callers share one renewal.
final class SessionTokens: Sendable {
    private struct State {
        var tokens: TokenSet
        var renewal: Task<TokenSet, any Error>?
    }

    /// The remaining lifetime below which an ID token is renewed, in seconds, as in Apple's Firebase client.
    static let renewalMargin: TimeInterval = 300

    private let state: Mutex<State>
    private let now: @Sendable () -> Date
    private let renew: @Sendable (_ refreshToken: String) async throws -> TokenSet

    /// Creates the tokens of a session.
    ///
    /// - Parameter renew: Exchanges a refresh token for new tokens.
    init(
        _ tokens: TokenSet, now: @escaping @Sendable () -> Date,
        renew: @escaping @Sendable (_ refreshToken: String) async throws -> TokenSet
    ) {
        state = Mutex(State(tokens: tokens))
        self.now = now
        self.renew = renew
    }

    var current: TokenSet { state.withLock { $0.tokens } }

    /// Replaces the tokens with those of a newer sign-in of the same account.
    func adopt(_ tokens: TokenSet) {
        state.withLock { state in
            state.tokens = tokens
            // Later callers must not wait for tokens of the replaced session.
            state.renewal = nil
        }
    }

    /// Returns a valid ID token, and whether it is new.
    func idToken(forcingRefresh: Bool) async throws -> (token: String, isNew: Bool) {
        let renewal: Task<TokenSet, any Error>? = state.withLock { state in
            if !forcingRefresh, state.tokens.expiresAt.timeIntervalSince(now()) > Self.renewalMargin { return nil }
            if let renewal = state.renewal { return renewal }
            let used = state.tokens.refreshToken
            let renewal = Task { try await self.renewal(of: used) }
            state.renewal = renewal
            return renewal
        }
        guard let renewal else { return (current.idToken, false) }
        return (try await renewal.value.idToken, true)
    }

    private func renewal(of used: String) async throws -> TokenSet {
        let result: Result<TokenSet, any Error>
        do { result = .success(try await renew(used)) } catch { result = .failure(error) }
        return try state.withLock { state in
            // Newer tokens arrived in the meantime. The result for the old tokens, particularly an error, does not apply to them.
            guard state.tokens.refreshToken == used else { return state.tokens }
            state.renewal = nil
            let tokens = try result.get()
            state.tokens = tokens
            return tokens
        }
    }
}
