import Hummingbird
import LatchkeyOAuth

/// The revocation endpoint of a provider that has one (RFC 7009).
struct OAuth2RevokeEndpoint: Sendable {
    let state: SandboxState
    let rules: OAuth2Rules

    func add(to routes: some RouterMethods<SandboxContext>) {
        guard let path = rules.revokePath else { return }
        routes.post(RouterPath(path)) { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let input = try OAuth2ClientRequest(request, rules: rules, state: state)
            guard let text = input.parameters.filled("token") else { throw OAuth2Refusal.invalidRequest("token is missing.") }
            try state.withLedger { ledger in
                // Revoking a refresh token revokes its family; revoking an access token affects only that token.
                if let token = ledger.oauth2[rules.provider, default: OAuth2Ledger()].refreshToken(text) {
                    try Self.check(token.grant, input.app)
                    ledger.oauth2[rules.provider, default: OAuth2Ledger()].revoke(family: token.family)
                } else if let token = ledger.oauth2[rules.provider, default: OAuth2Ledger()].accessToken(text, now: state.now) {
                    try Self.check(token.grant, input.app)
                    ledger.oauth2[rules.provider, default: OAuth2Ledger()].revoke(accessToken: text)
                }
            }
            // An unknown token is treated as revoked (section 2.2).
            return Response.json(rules.provider == .x ? ["revoked": true] : .object([:]))
        }
    }

    private static func check(_ grant: Grant, _ app: SandboxApp) throws {
        guard grant.appKey == app.key else {
            throw OAuth2Refusal.invalidGrant("The token belongs to another application.")
        }
    }
}
