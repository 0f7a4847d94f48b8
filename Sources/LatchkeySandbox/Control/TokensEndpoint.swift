import Hummingbird
import LatchkeySecrets

/// `/sandbox/tokens`: issues and revokes tokens without a page.
struct TokensEndpoint: Sendable {
    private struct Input: Decodable {
        let app: String
        let person: String
        let scopes: [String]?
        let nonce: String?
    }

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("tokens") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let input = try request.decodeControl(Input.self)
            let token = try state.issueToken(
                app: input.app, person: input.person, scopes: input.scopes, nonce: input.nonce, base: request.address.description)
            return Response.json(
                [
                    "provider": JSON(token.provider.rawValue), "accessToken": JSON(token.accessToken.expose()),
                    "tokenSecret": JSON(token.tokenSecret?.expose()), "scopes": .array(token.scopes.map { JSON($0) }),
                    "refreshToken": JSON(token.refreshToken?.expose()), "idToken": JSON(token.idToken?.expose()),
                ], status: .created)
        }
        routes.delete("tokens") { request, context in
            let input = try await ReceivedRequest(request, context: context).decodeControl(Input.self)
            return Response.json(["revoked": .bool(try state.revokeTokens(app: input.app, person: input.person))])
        }
    }
}
