import HTTPTypes
import Hummingbird

/// The userinfo endpoint: returns the person's claims that the token's scopes allow (OpenID Connect Core, section 5.3).
struct UserInfoEndpoint: Sendable {
    let state: SandboxState
    let rules: OAuth2Rules

    func add(to routes: some RouterMethods<SandboxContext>) {
        guard let openID = rules.openID else { return }
        for method: HTTPRequest.Method in [.get, .post] {
            routes.on(RouterPath(openID.userinfoPath), method: method) { request, context in
                let request = try await ReceivedRequest(request, context: context)
                let caller = try await BearerToken(request, rules: rules, state: state, context: context)
                guard let account = MockAccount(of: caller.person, rules: rules, base: request.address.description) else {
                    throw OAuth2Refusal.invalidToken("The person no longer has an account here.")
                }
                return Response.json(.object(openID.claims(account, caller.token.scopes)))
            }
        }
    }
}
