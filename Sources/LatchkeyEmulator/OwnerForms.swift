import Hummingbird
import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// Administrator calls at the paths of client calls, without a project in the path. Google's servers recognize them by the credential,
/// `Bearer owner`.
package struct OwnerForms: EndpointInterceptor {
    private let projects: EmulatedProjects
    private let clientAddress: ClientAddress
    private var forms: [String: @Sendable ([UInt8], AdminCaller) async throws -> Response] = [:]

    init(projects: EmulatedProjects, clientAddress: ClientAddress) {
        self.projects = projects
        self.clientAddress = clientAddress
    }

    /// Adds an administrator call.
    ///
    /// - Parameter name: The name of the client call at the same path.
    mutating func add<E: AdminEndpoint>(_ endpoint: E, as name: String) {
        forms[name] = { bytes, caller in
            try Response.json(try await endpoint.respond(to: try WireDecoder.decode(E.Input.self, from: bytes), from: caller))
        }
    }

    /// Runs the administrator call for a request.
    ///
    /// - Returns: `nil` for a client call: a request without an owner's credential, or one that applies a code.
    /// - Throws: ``SignInError`` with `INSUFFICIENT_PERMISSION` for a client that names a project.
    func respond(_ name: String, _ bytes: [UInt8], _ request: Request, _ context: ServerContext) async throws -> Response? {
        let isOwner = request.bearerToken.map(EmulatedProjects.isOwner) ?? false
        guard let marks = try? WireDecoder.decode(Marks.self, from: bytes) else { return nil }
        if !isOwner, marks.targetProjectId.unlessEmpty != nil { throw EmulatedProjects.needsOwner }
        guard isOwner, let form = forms[name] else { return nil }
        if marks.oobCode.unlessEmpty != nil {
            guard name != UpdateEndpoint.name || namesAccount(bytes) else { throw EmulatorChecks.missing("LOCAL_ID") }
            return nil
        }
        var project =
            if let target = marks.targetProjectId.unlessEmpty { try await projects.project(ProjectID(rawValue: target)) } else {
                try await projects.standardProject()
            }
        let client = ClientDescription(
            app: "owner", address: clientAddress.address(of: request, context: context), userAgent: request.headers[.userAgent])
        let tokens = try await projects.tenant(named: bytes, of: project)
        if let tokens, let named = marks.tenantId.unlessEmpty, named != tokens { throw SignInError(.tenantIDMismatch) }
        let tenant = (marks.tenantId.unlessEmpty ?? tokens).map(TenantID.init(rawValue:)) ?? .none
        if tenant != .none {
            try await projects.prepare(tenant, of: project)
            try await projects.requireOpen(tenant, of: project)
            project = try await projects.seen(project, in: tenant)
        }
        return try await form(bytes, AdminCaller(caller: Caller(project: project, tenant: tenant, client: client), actor: "owner"))
    }

    private func namesAccount(_ bytes: [UInt8]) -> Bool {
        struct Mark: Decodable {
            var localId: String?
        }
        return (try? WireDecoder.decode(Mark.self, from: bytes))?.localId.unlessEmpty != nil
    }

    /// The members that determine the caller of a request.
    private struct Marks: Decodable {
        var oobCode: String?
        var targetProjectId: String?
        var tenantId: String?
    }
}
