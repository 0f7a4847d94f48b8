import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `GET v1/projects` (`getProjectConfig` in version 3): the project settings that a client can read before sign-in.
struct ProjectConfigEndpoint: Sendable {
    let resolver: CallerResolver

    static let paths = [
        "/v1/projects", "/identitytoolkit.googleapis.com/v1/projects",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig", "/identitytoolkit/v3/relyingparty/getProjectConfig",
    ]

    func add(to router: Router<ServerContext>) {
        for path in Self.paths {
            router.get(RouterPath(path)) { request, _ in
                let project = try await resolver.project(of: request)
                // Google's emulator does not support this call for tenants.
                if project.policies.isLenient, request.uri.queryParameters["tenantId"].map(String.init).unlessEmpty != nil {
                    throw SignInError(.unsupportedTenantOperation)
                }
                return try Response.json(
                    ProjectConfigReply(
                        projectId: project.number, authorizedDomains: project.authorizedDomains.filter { $0 != WebOrigin.anyHost }))
            }
        }
    }
}
