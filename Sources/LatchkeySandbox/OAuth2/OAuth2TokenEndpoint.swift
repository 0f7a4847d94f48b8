import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// The token endpoint: exchanges a code or refresh token for an access token.
struct OAuth2TokenEndpoint: Sendable {
    let state: SandboxState
    let rules: OAuth2Rules

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post(RouterPath(rules.tokenPath)) { request, context in
            let request = try await ReceivedRequest(request, context: context)
            do {
                return try await respond(to: request, context: context)
            } catch let refusal as OAuth2Refusal {
                return refusal.response(rules.tokenError(refusal))
            }
        }
    }

    private func respond(to request: ReceivedRequest, context: SandboxContext) async throws -> Response {
        let input = try OAuth2ClientRequest(request, rules: rules, state: state)
        let redemption = OAuth2Redemption(state: state, rules: rules, input: input, context: context)
        switch input.parameters.filled("grant_type") {
        case nil: throw OAuth2Refusal.invalidRequest("grant_type is missing.")
        case "authorization_code":
            let (issued, code) = try await redemption.redeemCode()
            return try reply(issued, code: code, app: input.app, base: request.address.description, context: context)
        case "refresh_token" where rules.refreshScope != nil:
            return try reply(
                try await redemption.refresh(), code: nil, app: input.app, base: request.address.description, context: context)
        default: throw OAuth2Refusal.unsupportedGrantType
        }
    }

    private func reply(
        _ issued: OAuth2Ledger.Issued, code: OAuth2Ledger.Code?, app: SandboxApp, base: String, context: SandboxContext
    ) throws -> Response {
        let scopes = issued.access.scopes
        let access = issued.access.token.expose()
        var members: [String: JSON] = [
            "access_token": JSON(access), "token_type": JSON(rules.tokenType),
            "expires_in": JSON(rules.accessTokenLifetimeSeconds), "scope": JSON(scopes.joined(separator: " ")),
        ]
        if let refresh = issued.refreshToken { members["refresh_token"] = JSON(refresh.expose()) }
        if rules.openID != nil, let code,
            let person = state.withLedger({ $0.people[code.grant.personKey] })
        {
            let now = state.now.addingTimeInterval(Double(context.clock.offsetSeconds))
            let maker = IDTokenMaker(state: state, rules: rules, base: base, path: rules.tokenPath, now: now)
            members["id_token"] = JSON(
                try maker.token(
                    for: person, app: app, scopes: scopes, nonce: code.nonce, authTime: code.authTime, accessToken: access))
        }
        return .json(.object(members), headers: [HTTPField.Name("pragma")!: "no-cache"])
    }
}
