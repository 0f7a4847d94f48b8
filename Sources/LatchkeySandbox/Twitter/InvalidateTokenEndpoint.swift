import Hummingbird

/// `POST /1.1/oauth/invalidate_token`: an application revokes its token.
struct InvalidateTokenEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        for path: RouterPath in ["1.1/oauth/invalidate_token", "1.1/oauth/invalidate_token.json", "oauth/invalidate_token"] {
            routes.post(path) { request, context in
                let request = try await ReceivedRequest(request, context: context)
                let call = try await TwitterGuard(state: state).admit(request, expecting: .accessToken, context: context)
                guard let token = call.accessToken, state.withLedger({ $0.twitter.revoke(token.grant) }) else {
                    throw TwitterRefusal.invalidToken("token_revoked")
                }
                return Response.json(["access_token": JSON(token.token)])
            }
        }
    }
}
