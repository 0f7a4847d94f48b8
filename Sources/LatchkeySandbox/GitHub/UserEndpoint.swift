import Hummingbird

/// `GET /user`: returns the token's person.
struct UserEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("user") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let caller = try await GitHubCaller(request, state: state, context: context)
            var user = GitHubUserObject(caller.account, name: caller.person.name, base: request.address.description)
            user.includesPrivateParts = caller.token.scopes.contains(.user) || caller.token.scopes.contains(.readUser)
            return Response.json(user.json, headers: caller.headers(accepted: ""))
        }
    }
}
