import Foundation
import Hummingbird
import LatchkeySecrets

/// `/applications/{client_id}/token` and `/grant`: an application checks and revokes its own tokens.
struct ApplicationTokenEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("applications/:client/token") { request, context in
            let (request, app, token) = try await read(request, context: context)
            guard let token, let person = state.withLedger({ $0.people[token.grant.personKey] }), let account = person.github
            else { throw GitHubRefusal.notFound("the token is unknown, revoked, or another application's") }
            let isRevoked = state.withLedger {
                $0.faults.take(.revokedToken, provider: .github, path: request.faultPath, person: person.key) != nil
            }
            guard !isRevoked else { throw GitHubRefusal.notFound("a fault is switched on") }
            let user = GitHubUserObject(account, name: person.name, base: request.address.description)
            return Response.json(Self.authorization(token, app: app, user: user, base: request.address.description))
        }
        routes.delete("applications/:client/token") { request, context in
            let (_, _, token) = try await read(request, context: context)
            guard let token, state.withLedger({ $0.github.revoke(token.token.expose()) }) else {
                throw GitHubRefusal.notFound("the token is unknown, revoked, or another application's")
            }
            return Response(status: .noContent)
        }
        routes.delete("applications/:client/grant") { request, context in
            let (_, _, token) = try await read(request, context: context)
            guard let token, state.withLedger({ $0.github.revoke(token.grant) }) else {
                throw GitHubRefusal.notFound("the token is unknown, revoked, or another application's")
            }
            return Response(status: .noContent)
        }
    }

    private struct Input: Decodable {
        let access_token: String?
    }

    /// Returns the authenticated application, and the token if it belongs to the application.
    private func read(
        _ request: Request, context: SandboxContext
    ) async throws -> (ReceivedRequest, SandboxApp, GitHubLedger.Token?) {
        let client = context.parameters.get("client") ?? ""
        let request = try await ReceivedRequest(request, context: context)
        try GitHubAPI.check(request)
        guard let basic = request.basicCredentials else { throw GitHubRefusal.requiresAuthentication }
        let app = state.withLedger { $0.apps.app(basic.name, at: .github) }
        guard let app, app.secret == Secret(basic.password) else {
            throw GitHubRefusal.badCredentials("client_id or client_secret is wrong")
        }
        guard app.key == client else { throw GitHubRefusal.notFound("the path names another application") }
        guard let input = try? JSONDecoder().decode(Input.self, from: Data(request.body)) else {
            throw GitHubRefusal.malformedBody("the body is not a JSON object, or access_token is not a string")
        }
        guard let text = input.access_token, !text.isEmpty else {
            throw GitHubRefusal.invalidRequest("access_token is missing")
        }
        let token = state.withLedger { $0.github.token(text) }
        if let token, token.grant.appKey == app.key {
            try await TransportFaults(state: state).meet(
                provider: .github, path: request.faultPath, person: token.grant.personKey, context: context)
            return (request, app, token)
        }
        return (request, app, nil)
    }

    private static func authorization(
        _ token: GitHubLedger.Token, app: SandboxApp, user: GitHubUserObject, base: String
    ) -> JSON {
        let text = token.token.expose()
        return [
            "id": .integer(token.serial),
            "url": JSON("\(base)/authorizations/\(token.serial)"),
            "scopes": .array(token.scopes.map { JSON($0.rawValue) }),
            "token": JSON(text),
            "token_last_eight": JSON(String(text.suffix(8))),
            "hashed_token": JSON(Fingerprint(of: text).hex),
            "app": ["url": JSON(app.callbacks.first ?? ""), "name": JSON(app.name), "client_id": JSON(app.key)],
            "note": nil, "note_url": nil, "fingerprint": nil, "expires_at": nil,
            "created_at": JSON(token.createdAt.gitHubDate), "updated_at": JSON(token.createdAt.gitHubDate),
            "user": .object(user.simple),
        ]
    }
}
