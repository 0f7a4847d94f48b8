import HTTPTypes
import LatchkeyOAuth

/// The caller of `/2/users/me`, authenticated with an OAuth 1.0a signature or a bearer token.
struct UsersMeCaller: Sendable {
    let person: SandboxPerson
    let account: SandboxTwitterAccount
    /// The address that is visible to the application.
    let email: String?
    /// The query parameters, without those of the protocol.
    let parameters: FormParameters
    /// The rate limit headers and, for OAuth 1.0a, the access level of the token.
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
