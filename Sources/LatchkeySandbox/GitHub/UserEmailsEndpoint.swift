import Hummingbird

/// `GET /user/emails`: returns all addresses of the token's person; 404 without the scope, as at the real GitHub.
struct UserEmailsEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("user/emails") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let caller = try await GitHubCaller(request, state: state, context: context)
            let isMissing = state.withLedger {
                $0.faults.take(
                    .emailPermissionMissing, provider: .github, path: request.faultPath, person: caller.person.key) != nil
            }
            guard caller.token.scopes.coversEmail, !isMissing else {
                throw GitHubRefusal.notFound("the token has neither the scope user nor user:email")
            }
            let emails = caller.account.emails.map { email -> JSON in
                [
                    "email": JSON(email.address), "primary": .bool(email.isPrimary), "verified": .bool(email.isVerified),
                    "visibility": JSON(email.visibility),
                ]
            }
            return Response.json(.array(emails), headers: caller.headers(accepted: "user, user:email"))
        }
    }
}
