import HTTPTypes
import LatchkeyOAuth

/// Who asks `/2/users/me`, by an OAuth 1.0a signature or by a bearer token.
struct UsersMeCaller: Sendable {
    let person: SandboxPerson
    let account: SandboxTwitterAccount
    /// The address as far as the application may see it.
    let email: String?
    /// What is asked for, without the parameters of the protocol.
    let parameters: FormParameters
    /// The state of the rate limit and the level of the token.
    let headers: HTTPFields

    init(_ request: ReceivedRequest, state: SandboxState, context: SandboxContext) async throws {
        if ProviderPath.isBearer(request.headers) {
            let caller = try await XCaller(request, state: state, context: context)
            person = caller.person
            account = caller.account
            email = caller.email
            guard let query = try? request.queryParameters() else {
                throw XProblem(status: .badRequest, title: "Invalid Request", detail: "The query cannot be read.")
            }
            parameters = query
            headers = caller.reading.headers
        } else {
            let caller = try await TwitterCaller(request, state: state, context: context)
            person = caller.person
            account = caller.account
            email = caller.email ?? nil
            parameters = caller.call.signed.allParameters.filter { !$0.name.hasPrefix("oauth_") }
            headers = caller.headers
        }
    }
}
