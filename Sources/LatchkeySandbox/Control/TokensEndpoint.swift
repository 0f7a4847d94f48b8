import Hummingbird
import LatchkeySecrets

/// `/sandbox/tokens`: issues and revokes tokens without a page.
struct TokensEndpoint: Sendable {
    private struct Ask: Decodable {
        let app: String
        let person: String
        let scopes: [String]?
        let nonce: String?
    }

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("tokens") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let ask = try request.decodeControl(Ask.self)
            let token = try state.issueToken(
                app: ask.app, person: ask.person, scopes: ask.scopes, nonce: ask.nonce, base: request.address.description)
            return Response.json(
                [
                    "provider": JSON(token.provider.rawValue), "accessToken": JSON(token.accessToken.expose()),
                    "tokenSecret": JSON(token.tokenSecret?.expose()), "scopes": .array(token.scopes.map { JSON($0) }),
                    "refreshToken": JSON(token.refreshToken?.expose()), "idToken": JSON(token.idToken?.expose()),
                ], status: .created)
        }
        routes.delete("tokens") { request, context in
            let ask = try await ReceivedRequest(request, context: context).decodeControl(Ask.self)
            return Response.json(["revoked": .bool(try state.revokeTokens(app: ask.app, person: ask.person))])
        }
    }
}
