import HTTPTypes
import Hummingbird

/// `/openid/userinfo`: returns the person's claims that the token's scopes allow (OpenID Connect Core, section 5.3).
struct UserInfoEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        for method: HTTPRequest.Method in [.get, .post] {
            routes.on("openid/userinfo", method: method) { request, context in
                let request = try await ReceivedRequest(request, context: context)
                let caller = try await BearerToken(request, rules: .openID, state: state, context: context)
                guard let account = caller.person.openID else {
                    throw OAuth2Refusal.invalidToken("The person no longer has an account here.")
                }
                return Response.json(
                    .object(
                        OpenIDClaims.about(
                            account, name: caller.person.name, scopes: caller.token.scopes,
                            base: request.address.description)))
            }
        }
    }
}
