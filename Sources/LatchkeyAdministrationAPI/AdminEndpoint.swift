package import Foundation
package import HTTPTypes
package import Hummingbird
import LatchkeyAccountAPI
package import LatchkeyIdentity
import LatchkeyProviders
package import LatchkeyWeb
package import LatchkeyWire

/// An authenticated administrator, with the project or tenant of the request.
package struct AdminCaller: Sendable {
    package let caller: Caller
    /// The service account's address, or ``ActAuthor/command`` for the operator; for the audit log.
    package let actor: String

    package init(caller: Caller, actor: String) {
        self.caller = caller
        self.actor = actor
    }

    /// The author of changes, for the audit log.
    var author: ActAuthor { ActAuthor(actor: actor, address: caller.client.address) }
}

extension AdminCaller {
    /// Returns the audit log event for a settings change.
    package func configuring(_ what: String, at now: Date) -> AuthEvent {
        AuthEvent(
            at: now.inWholeMilliseconds, realm: caller.realm, kind: .configure, outcome: .allowed, actor: actor,
            reason: String(what.prefix(200)), address: caller.client.address)
    }

    package func configuring(_ mask: FieldMask, at now: Date) -> AuthEvent {
        configuring(mask.paths.map { $0.joined(separator: ".") }.joined(separator: " "), at: now)
    }
}

/// An Identity Toolkit call for administrators of a project or tenant: `projects/{project}/...` and
/// `projects/{project}/tenants/{tenant}/...`.
package protocol AdminEndpoint: Sendable {
    associatedtype Input: Decodable & Sendable
    associatedtype Output: Codable & Sendable

    static var method: HTTPRequest.Method { get }
    static var version: String { get }
    /// The path after the project or the tenant.
    static var name: String { get }
    /// The description in the OpenAPI document.
    static var words: APIWords { get }
    static var maxBodyBytes: Int { get }

    /// Returns the tenant that the request names in addition to its path.
    static func tenant(of input: Input) -> String?
    func respond(to input: Input, from caller: AdminCaller) async throws -> Output
}

extension AdminEndpoint {
    package static var method: HTTPRequest.Method { .post }
    package static var version: String { "v1" }
    /// Fits 1,000 uids.
    package static var maxBodyBytes: Int { 262_144 }
    package static func tenant(of input: Input) -> String? { nil }
}

/// Authenticates administrators.
package protocol AdministratorDoor: Sendable {
    /// Returns the access that a request has, by default by its access token.
    func access(of request: Request, to project: String) async throws -> AdministratorAccess
    /// Returns the access that a token grants.
    ///
    /// - Parameter project: The project of the request. The returned access may be to another project.
    /// - Returns: `nil` if the token grants no access.
    func access(by token: String, to project: String) async throws -> AdministratorAccess?
    /// Returns the error for a request without a token.
    func refusal(of request: Request) -> any Error
    /// Creates the tenant of a request if it does not exist. Emulator mode only.
    func prepare(_ tenant: TenantID, of project: Project) async throws
    /// Returns the tenant of the ID token in the request body. Emulator mode only: a real server does not use that token.
    func tenant(named bytes: [UInt8], of project: Project) async throws -> String?
    /// Rejects calls for the accounts of a disabled tenant. Emulator mode only: on a real server, administrators must still be able
    /// to manage them.
    func requireOpen(_ tenant: TenantID, of project: Project) async throws
    /// Whether a path with an empty tenant refers to the project. Emulator mode only.
    var takesNamelessTenants: Bool { get }
}

extension AdministratorDoor {
    package func access(of request: Request, to project: String) async throws -> AdministratorAccess {
        guard let token = request.bearerToken else { throw refusal(of: request) }
        guard let access = try await access(by: token, to: project) else { throw AdministratorError.invalid }
        return access
    }

    package func access(by token: String, to project: String) async throws -> AdministratorAccess? { nil }
    package func refusal(of request: Request) -> any Error { AdministratorError.missing }
    package func prepare(_ tenant: TenantID, of project: Project) async throws {}
    package func tenant(named bytes: [UInt8], of project: Project) async throws -> String? { nil }
    package func requireOpen(_ tenant: TenantID, of project: Project) async throws {}
    package var takesNamelessTenants: Bool { false }
}

extension ServiceAccountGrant: AdministratorDoor {
    package func access(by token: String, to project: String) async throws -> AdministratorAccess? {
        try await access(by: token, opening: .accounts)
    }
}

/// Adds administrator endpoints to a router. Requests are authenticated before their body is read.
package struct AdminRoutes: Sendable {
    package let store: StoreReader
    package let door: any AdministratorDoor
    package let clientAddress: ClientAddress
    package let record: APIRecord

    package init(store: StoreReader, door: any AdministratorDoor, clientAddress: ClientAddress, record: APIRecord) {
        self.store = store
        self.door = door
        self.clientAddress = clientAddress
        self.record = record
    }

    package func add<E: AdminEndpoint>(_ endpoint: E, to router: Router<ServerContext>) {
        for prefix in ["", "/identitytoolkit.googleapis.com"] {
            // The router ignores empty path components.
            for scope in ["", "/tenants/:tenant"] + (door.takesNamelessTenants ? ["/tenants"] : []) {
                let path = "\(prefix)/\(E.version)/projects/:project\(scope)/\(E.name)"
                var operation = APIOperation(
                    method: E.method, path: path, words: scope.contains(":") ? E.words.inTenant : E.words, access: .administrator,
                    input: E.method == .get ? .query(E.Input.self) : .json(E.Input.self), output: .json(E.Output.self))
                operation.acceptsEmptyBody = true
                record.add(operation)
                router.on(RouterPath(path), method: E.method) { request, context in
                    let caller = try await caller(of: request, context: context)
                    let input: E.Input
                    var bytes: [UInt8] = []
                    if E.method == .get {
                        input = try WireDecoder.decode(E.Input.self, fromForm: Array((request.uri.query ?? "").utf8))
                    } else {
                        bytes = try await request.bytes(upTo: E.maxBodyBytes, within: .seconds(60))
                        input = try WireDecoder.decode(
                            E.Input.self, from: bytes.isEmpty ? Array("{}".utf8) : bytes, maxBytes: E.maxBodyBytes)
                    }
                    let named = try await self.caller(caller, inTenantOf: bytes, orNamed: E.tenant(of: input))
                    return try Response.json(try await endpoint.respond(to: input, from: named))
                }
            }
        }
    }

    /// Adds a handler for one administrator path. The closure is called for authorized callers only.
    package func on(
        _ method: HTTPRequest.Method, _ path: String, _ words: APIWords, of router: Router<ServerContext>,
        input: APIOperation.Input = .nothing, query: [String] = [], output: APIOperation.Output,
        respond: @escaping @Sendable (Request, ServerContext, AdminCaller) async throws -> Response
    ) {
        for prefix in ["", "/identitytoolkit.googleapis.com"] {
            record.add(
                APIOperation(
                    method: method, path: prefix + path, words: words, access: .administrator, input: input, output: output, query: query))
            router.on(RouterPath(prefix + path), method: method) { request, context in
                try await respond(request, context, try await caller(of: request, context: context))
            }
        }
    }

    /// Adds `projects/{project}:createSessionCookie` and `:queryAccounts`, which share the project's path component.
    func add(_ endpoint: CreateSessionCookieEndpoint, _ query: QueryAccountsEndpoint, to router: Router<ServerContext>) {
        for prefix in ["", "/identitytoolkit.googleapis.com"] {
            for (scope, last) in [("/:project", "project"), ("/:project/tenants/:tenant", "tenant")] {
                let isTenant = last == "tenant"
                // One router pattern covers several calls.
                record.add(
                    APIOperation(
                        method: .post, path: "\(prefix)/v1/projects\(scope):\(CreateSessionCookieEndpoint.name)",
                        words: isTenant ? CreateSessionCookieEndpoint.words.inTenant : CreateSessionCookieEndpoint.words,
                        access: .administrator, input: .json(CreateSessionCookieRequest.self),
                        output: .json(CreateSessionCookieReply.self)))
                record.add(
                    APIOperation(
                        method: .post, path: "\(prefix)/v1/projects\(scope):\(QueryAccountsEndpoint.olderName)",
                        words: isTenant ? QueryAccountsEndpoint.words.inTenant : QueryAccountsEndpoint.words, access: .administrator,
                        input: .json(QueryAccountsRequest.self), output: .json(QueryAccountsReply.self)))
                router.post(RouterPath("\(prefix)/v1/projects\(scope)")) { request, context in
                    let parts = try context.parameters.require(last).split(separator: ":", omittingEmptySubsequences: false)
                    guard parts.count == 2, [CreateSessionCookieEndpoint.name, QueryAccountsEndpoint.olderName].contains(String(parts[1]))
                    else {
                        throw HTTPError(.notFound)
                    }
                    let caller = try await caller(of: request, context: context, hasCall: true)
                    let bytes = try await request.bytes(upTo: EndpointRoutes.maxBodyBytes)
                    if parts[1] == QueryAccountsEndpoint.olderName {
                        let input = try WireDecoder.decode(QueryAccountsRequest.self, from: bytes)
                        let named = try await self.caller(caller, inTenantOf: bytes, orNamed: input.tenantId)
                        return try Response.json(try await query.respond(to: input, from: named))
                    }
                    let input = try WireDecoder.decode(CreateSessionCookieRequest.self, from: bytes)
                    return try Response.json(try await endpoint.respond(to: input, from: caller.caller))
                }
            }
        }
    }

    /// Adds the call that reads the audit log.
    package func addEvents(to router: Router<ServerContext>) { add(ListEventsEndpoint(store: store), to: router) }

    /// Adds `defaultSupportedIdps`, the only list that belongs to no project.
    func addDefaultSupportedIdps(standardProject: ProjectID, to router: Router<ServerContext>) {
        for path in ["/v2/defaultSupportedIdps", "/identitytoolkit.googleapis.com/v2/defaultSupportedIdps"] {
            record.add(
                APIOperation(
                    method: .get, path: path,
                    words: APIWords(
                        "listDefaultSupportedIdps", .providers, "Lists the providers that the server knows",
                        "Firebase's `defaultSupportedIdps.list`.",
                        reply: #"{"defaultSupportedIdps":[{"idpId":"github.com","description":"GitHub"}]}"#),
                    access: .administrator, input: .nothing, output: .json(DefaultSupportedIdpList.self)))
            router.get(RouterPath(path)) { request, _ in
                _ = try await door.access(of: request, to: standardProject.rawValue)
                let known = DefaultSupportedIdpConfigs.kinds.map { DefaultSupportedIdp(idpId: $0.id.rawValue, description: $0.displayName) }
                return try Response.json(DefaultSupportedIdpList(defaultSupportedIdps: known))
            }
        }
    }

    /// Returns the authenticated caller, in the project and tenant of the path.
    ///
    /// - Parameter hasCall: Whether the last path component ends with a call name: in `projects/p:queryAccounts`, the project is `p`.
    private func caller(of request: Request, context: ServerContext, hasCall: Bool = false) async throws -> AdminCaller {
        func part(_ name: String) -> String? {
            context.parameters.get(name).map { hasCall ? String($0.prefix { $0 != ":" }) : $0 }
        }
        let project = part("project") ?? ""
        let access = try await door.access(of: request, to: project)
        guard access.project.id.rawValue == project else { throw AdministratorError.foreignProject }
        let client = ClientDescription(
            app: access.actor, address: clientAddress.address(of: request, context: context), userAgent: request.headers[.userAgent])
        let language = CallerResolver.languageHeader.flatMap { request.headers[$0] }
        let caller = AdminCaller(caller: Caller(project: access.project, client: client, language: language), actor: access.actor)
        // A path with an empty tenant component does not refer to the project.
        let tenant = part("tenant")
        if let tenant, tenant.isEmpty, !door.takesNamelessTenants { throw TenantNotFound() }
        return try await self.caller(caller, inTenant: tenant)
    }

    /// Rejects callers that may not administer the project of the path.
    package func authorize(_ request: Request, _ context: ServerContext) async throws {
        _ = try await door.access(of: request, to: context.parameters.get("project") ?? "")
    }

    /// Returns the caller of an account call, in the tenant of the path or the body.
    private func caller(_ caller: AdminCaller, inTenantOf body: [UInt8], orNamed name: String?) async throws -> AdminCaller {
        var name = name.unlessEmpty
        if name == nil { name = try await door.tenant(named: body, of: caller.caller.project) }
        let named = try await self.caller(caller, inTenant: name)
        try await door.requireOpen(named.caller.tenant, of: named.caller.project)
        return named
    }

    /// - Throws: ``TenantNotFound``; ``SignInError`` with `TENANT_ID_MISMATCH` if the path and the request name different tenants.
    private func caller(_ caller: AdminCaller, inTenant name: String?) async throws -> AdminCaller {
        guard let name = name.unlessEmpty else { return caller }
        let id = TenantID(rawValue: name)
        if caller.caller.tenant == id { return caller }
        guard caller.caller.tenant == .none else { throw SignInError(.tenantIDMismatch) }
        let project = caller.caller.project
        try await door.prepare(id, of: project)
        guard let tenant = try await store.read({ try $0.tenant(id, of: project.id) }) else { throw TenantNotFound() }
        // Disabled tenants are included, because administrators must be able to manage them.
        return AdminCaller(
            caller: Caller(project: project.seen(by: tenant), tenant: id, client: caller.caller.client, language: caller.caller.language),
            actor: caller.actor)
    }
}
