import HTTPTypes
import LatchkeySecrets

/// A call of X's API v2 with a person's bearer token, after applying the person's faults and counting the call.
struct XCaller: Sendable {
    let person: SandboxPerson
    let account: SandboxTwitterAccount
    let reading: CallWindow.Reading
    /// The address that is visible to the application.
    let email: String?

    /// Authenticates the request; throws ``XProblem``.
    init(_ request: ReceivedRequest, state: SandboxState, context: SandboxContext) async throws {
        let bearer: BearerToken
        do {
            bearer = try await BearerToken(request, rules: .x, state: state, context: context)
        } catch let refusal as OAuth2Refusal where refusal.code == "invalid_token" {
            throw XProblem.unauthorized(refusal.text)
        }
        let path = request.faultPath
        func takes(_ kind: SandboxFault.Kind) -> Bool {
            state.withLedger { $0.faults.take(kind, provider: .x, path: path, person: bearer.person.key) != nil }
        }
        guard let account = bearer.person.twitter else { throw XProblem.unauthorized("The person has no account.") }
        for kind: SandboxFault.Kind in [.userSuspended, .accountLocked] where takes(kind) {
            throw XProblem.forbidden("A fault is switched on.")
        }
        // Profiles are part of posts: X requires both scopes.
        for scope in ["users.read", "tweet.read"] where !bearer.token.scopes.contains(scope) {
            throw XProblem.forbidden("The token lacks the scope \(scope).")
        }
        person = bearer.person
        self.account = account
        let token = bearer.token
        reading = state.withLedger { $0.oauth2[.x, default: OAuth2Ledger()].countCall(token.token.expose(), now: state.now) }
        if state.configuration.enforcesRateLimits, reading.isExceeded { throw XProblem.rateLimited(reading) }
        let app = state.withLedger { $0.apps.app(token.grant.appKey, at: .x) }
        let mayKnow = token.scopes.contains("users.email") && app?.mayRequestEmail == true && !takes(.emailPermissionMissing)
        email = mayKnow ? account.disclosedEmail : nil
    }
}
