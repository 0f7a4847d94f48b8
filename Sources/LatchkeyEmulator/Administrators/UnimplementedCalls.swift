import HTTPTypes
package import Hummingbird
package import LatchkeyAdministrationAPI
package import LatchkeyWeb

/// Administrator calls that neither Google's emulator nor this server implements. They return 501 instead of 404.
package enum UnimplementedCalls {
    private static let hosts = ["", "/identitytoolkit.googleapis.com"]
    private static let tenant = "/v2/projects/:project/tenants/:tenant"

    /// The calls, each with its name in Google's API description.
    private static let administrators: [(HTTPRequest.Method, String, String)] = [
        (.post, "/v2/projects/:project/identityPlatform:initializeAuth", "identitytoolkit.projects.identityPlatform.initializeAuth")
    ]
    private static let legacy = ["signOutUser", "setProjectConfig"]
    /// Calls with names that follow a tenant's ID.
    private static let ofTenants = ["getIamPolicy", "setIamPolicy", "testIamPermissions"]

    /// All calls except those below a project, which are recorded when they are added.
    static let operations: [APIOperation] =
        LegacyAccountLists.families.flatMap { family in legacy.map { operation(.post, family + "/" + $0, .anyone) } }
        + hosts.map { operation(.post, $0 + tenant, .administrator) }

    private static func operation(_ method: HTTPRequest.Method, _ path: String, _ access: APIOperation.Access) -> APIOperation {
        APIOperation(
            method: method, path: path, words: NotEmulated.words, access: access, input: .nothing, output: .object,
            furtherRefusals: [501])
    }

    package static func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        for (method, path, name) in administrators {
            admin.on(method, path, NotEmulated.words, of: router, output: .object) { _, _, _ in throw refusal(name) }
        }
        for family in LegacyAccountLists.families {
            for name in legacy {
                router.post(RouterPath(family + "/" + name)) { _, _ -> Response in throw refusal("identitytoolkit.relyingparty." + name) }
            }
        }
        for prefix in hosts {
            router.post(RouterPath(prefix + tenant)) { request, context -> Response in
                try await admin.authorize(request, context)
                let name = try context.parameters.require("tenant").split(separator: ":").last.map(String.init) ?? ""
                guard ofTenants.contains(name) else { throw HTTPError(.notFound) }
                throw refusal("identitytoolkit.projects.tenants." + name)
            }
        }
    }

    private static func refusal(_ name: String) -> NotEmulated {
        NotEmulated("\(name) is not implemented in the Auth Emulator.")
    }
}
