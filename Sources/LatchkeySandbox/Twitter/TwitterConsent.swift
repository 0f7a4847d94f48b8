import LatchkeyOAuth
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The second leg: a person lets an application in, or does not.
struct TwitterConsent: Sendable {
    /// What became of it.
    enum Outcome: Sendable, Equatable {
        /// Send the browser to the application.
        case leave(String, isDenied: Bool)
        /// Show the PIN to the person.
        case pin(String)
        /// The person said no to an application without callback.
        case refused
    }

    let state: SandboxState

    /// The request token that a consent page is about, with its application.
    func pending(_ token: String?) throws -> (token: TwitterLedger.RequestToken, app: SandboxApp) {
        let found = state.withLedger { ledger in
            token.flatMap { ledger.twitter.requestTokens[$0] }.flatMap { token in
                ledger.apps.app(token.appKey, at: .twitter).map { (token, $0) }
            }
        }
        guard let (token, app) = found else {
            throw SandboxError(.invalidAuthorization, "The request token is unknown or has been used. Start again at the application.")
        }
        guard !token.isExpired(now: state.now) else {
            throw SandboxError(.invalidAuthorization, "The request token is older than ten minutes. Start again at the application.")
        }
        guard token.verdict == .open else {
            throw SandboxError(
                .invalidAuthorization, "This request token has been decided about. Start again at the application.")
        }
        return (token, app)
    }

    /// Records the decision; a second decision about the same token is refused.
    ///
    /// - Parameter person: Whom the browser stands for; `nil` only when nobody is let in.
    func decide(_ token: String, person key: String?, allows: Bool, path: String) throws -> Outcome {
        let (pending, _) = try pending(token)
        return try state.withLedger { ledger in
            let person = try key.map { try ledger.people.person($0, at: .twitter) }
            guard ledger.twitter.requestTokens[token]?.verdict == .open else {
                throw SandboxError(.invalidAuthorization, "This request token has been decided about.")
            }
            let isFaulty = ledger.faults.take(.denied, provider: .twitter, path: path, person: person?.key) != nil
            guard allows, let person, !isFaulty else {
                ledger.twitter.requestTokens.update(token) { $0.verdict = .denied }
                guard case .address(let callback) = pending.callback else { return .refused }
                return .leave(callback.appendingQuery(["denied": token]), isDenied: true)
            }
            let verifier: String
            switch pending.callback {
            case .pin: verifier = state.random.text(length: 7, from: "0123456789")
            case .address: verifier = state.random.token(byteCount: 24)
            }
            ledger.twitter.requestTokens.update(token) {
                $0.verdict = .allowed(personKey: person.key, verifier: Secret(verifier))
            }
            guard case .address(let callback) = pending.callback else { return .pin(verifier) }
            return .leave(callback.appendingQuery(["oauth_token": token, "oauth_verifier": verifier]), isDenied: false)
        }
    }

    /// Whether a person has let an application in before, so that `authenticate` need not ask again.
    func hasGranted(_ app: SandboxApp, person key: String) -> Bool {
        state.withLedger { $0.twitter.accessToken(for: Grant(appKey: app.key, personKey: key)) != nil }
    }
}
