package import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity

/// Resolves the project and caller of a request by its API key.
package struct CallerResolver: Sendable {
    private let store: any AccountStore
    private let projects: any ProjectFinding
    package let clientAddress: ClientAddress

    private static let apiKeyHeader = HTTPField.Name("x-goog-api-key")
    package static let languageHeader = HTTPField.Name("x-firebase-locale")
    private static let clientVersionHeader = HTTPField.Name("x-client-version")
    private static let generationHeader = HTTPField.Name("x-latchkey-generation")
    private static let appHeaders = [HTTPField.Name("x-firebase-gmpid"), HTTPField.Name("x-ios-bundle-identifier")].compactMap { $0 }
    /// The maximum key length, in bytes. Longer keys are not looked up.
    private static let maxKeyBytes = 256

    package init(store: any AccountStore, projects: any ProjectFinding, clientAddress: ClientAddress) {
        self.store = store
        self.projects = projects
        self.clientAddress = clientAddress
    }

    /// Returns the project of a request's API key. Endpoints check the key before the rest of the request.
    ///
    /// - Throws: ``APIKeyError``.
    package func project(of request: Request) async throws -> Project {
        // Two keys may belong to two projects, and proxies differ in which one they read.
        guard request.uri.queryParameters[values: "key"].count <= 1 else { throw APIKeyError.repeated }
        guard let key = Self.key(of: request) else {
            guard let project = try await projects.project(withoutKey: request) else { throw APIKeyError.missing }
            return project
        }
        return try await project(withKey: key)
    }

    package static func key(of request: Request) -> String? {
        request.uri.queryParameters["key"].map(String.init).unlessEmpty ?? apiKeyHeader.flatMap { request.headers[$0] }.unlessEmpty
    }

    /// Returns the tenant that a body names besides its `tenantId`; see ``ProjectFinding/tenant(named:of:)``.
    package func tenant(named bytes: [UInt8], of project: Project) async throws -> String? {
        try await projects.tenant(named: bytes, of: project)
    }

    /// Returns the project of a key, for pages that receive the key under another name.
    package func project(withKey key: String) async throws -> Project {
        guard key.utf8.count <= Self.maxKeyBytes else { throw APIKeyError.invalid }
        guard let project = try await projects.project(withKey: key) else { throw APIKeyError.invalid }
        return project
    }

    /// Returns the caller of a request.
    ///
    /// - Throws: ``TenantNotFound``; ``SignInError`` with `PROJECT_DISABLED` for a disabled tenant.
    package func caller(for project: Project, tenant: String?, request: Request, context: ServerContext) async throws -> Caller {
        var project = project
        let tenant = tenant.unlessEmpty.map(TenantID.init(rawValue:)) ?? .none
        if tenant != .none { try await projects.prepare(tenant, of: project) }
        if tenant != .none { project = try await store.read { [project] in try $0.project(project, seenIn: tenant) } }
        return Caller(
            project: project, tenant: tenant,
            client: ClientDescription(
                app: Self.appHeaders.lazy.compactMap { request.headers[$0] }.first,
                version: Self.clientVersionHeader.flatMap { request.headers[$0] },
                address: clientAddress.address(of: request, context: context),
                userAgent: request.headers[.userAgent]),
            apiKey: Self.key(of: request), language: Self.languageHeader.flatMap { request.headers[$0] },
            origin: request.headers[.origin],
            generation: Self.generationHeader.flatMap { request.headers[$0] }.flatMap(ClientGeneration.init(rawValue:)) ?? .current)
    }
}
