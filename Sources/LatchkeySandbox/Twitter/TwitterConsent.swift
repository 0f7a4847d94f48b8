import LatchkeyOAuth
import LatchkeySecrets

/// The second leg: a person's decision about an application.
struct TwitterConsent: Sendable {
    /// The result of a decision.
    enum Outcome: Sendable, Equatable {
        /// Redirect the browser to the application.
        case leave(String, isDenied: Bool)
        /// Display the PIN.
        case pin(String)
        /// The person denied access to an application without a callback.
        case refused
    }

    let state: SandboxState

    /// Returns the request token for a consent page, with its application; throws ``SandboxError``.
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
                .invalidAuthorization, "This request token was already approved or denied. Start again at the application.")
        }
        return (token, app)
    }

    /// Records the decision; throws ``SandboxError`` for a second decision about the same token.
    ///
    /// - Parameter person: The signed-in person; may be `nil` only if access is denied.
    func decide(_ token: String, person key: String?, allows: Bool, path: String) throws -> Outcome {
        let (pending, _) = try pending(token)
        return try state.withLedger { ledger in
            let person = try key.map { try ledger.people.person($0, at: .twitter) }
            guard ledger.twitter.requestTokens[token]?.verdict == .open else {
                throw SandboxError(.invalidAuthorization, "This request token was already approved or denied.")
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

    /// Returns whether a person already granted an application access, so that `authenticate` can skip the page.
    func hasGranted(_ app: SandboxApp, person key: String) -> Bool {
        state.withLedger { $0.twitter.accessToken(for: Grant(appKey: app.key, personKey: key)) != nil }
    }
}
