import HTTPTypes
import LatchkeySecrets

/// An API call with a person's bearer token (RFC 6750), after applying the person's faults.
struct BearerToken: Sendable {
    let token: OAuth2Ledger.AccessToken
    let person: SandboxPerson

    /// Checks the token; throws ``OAuth2Refusal`` with code `invalid_token`. Tokens in a form or query are ignored.
    ///
    /// - Parameter scheme: The scheme in the `Authorization` header, in lower case.
    init(
        _ request: ReceivedRequest, rules: OAuth2Rules, state: SandboxState, context: SandboxContext, scheme: String = "bearer"
    ) async throws {
        guard let header = request.headers[.authorization] else { throw OAuth2Refusal.tokenMissing }
        let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].lowercased() == scheme else {
            throw OAuth2Refusal.invalidToken("Authorization is not \(scheme) with a token.")
        }
        let found = state.withLedger { ledger in
            ledger.oauth2(rules).accessToken(parts[1], now: state.now).flatMap { token in
                ledger.people[token.grant.personKey].map { (token, $0) }
            }
        }
        guard let (token, person) = found else { throw OAuth2Refusal.invalidToken("The token is unknown, revoked or expired.") }
        let path = request.faultPath
        try await TransportFaults(state: state).meet(provider: rules.provider, path: path, person: person.key, context: context)
        for kind: SandboxFault.Kind in [.revokedToken, .expiredToken] {
            let fault = state.withLedger { $0.faults.take(kind, provider: rules.provider, path: path, person: person.key) }
            guard fault == nil else { throw OAuth2Refusal.invalidToken("A fault is switched on.") }
        }
        self.token = token
        self.person = person
    }
}
