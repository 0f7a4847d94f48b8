import Hummingbird
import LatchkeyOAuth

/// The revocation endpoint of the OpenID provider and of X (RFC 7009).
struct OAuth2RevokeEndpoint: Sendable {
    let state: SandboxState
    let rules: OAuth2Rules

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post(RouterPath(rules.revokePath)) { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let ask = try OAuth2ClientRequest(request, rules: rules, state: state)
            guard let text = ask.parameters.filled("token") else { throw OAuth2Refusal.invalidRequest("token is missing.") }
            try state.withLedger { ledger in
                // Revoking a refresh token revokes its family; revoking an access token affects only that token.
                if let token = ledger[keyPath: rules.ledger].refreshToken(text) {
                    try Self.check(token.grant, ask.app)
                    ledger[keyPath: rules.ledger].revoke(family: token.family)
                } else if let token = ledger[keyPath: rules.ledger].accessToken(text, now: state.now) {
                    try Self.check(token.grant, ask.app)
                    ledger[keyPath: rules.ledger].revoke(accessToken: text)
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
