import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/tenants`: creates, reads, changes and deletes tenants.
struct TenantEndpoints: Sendable {
    let store: StoreReader
    let tenants: TenantAdministration

    private static let standardCount = 20
    private static let maxCount = 1000
    private static let maxBodyBytes = 65_536
    private static let path = "/v2/projects/:project/tenants"

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(
            .get, Self.path, ProjectWords.listTenants, of: router, input: .query(TenantListRequest.self),
            output: .json(TenantListReply.self)
        ) { request, _, caller in
            let query = Array((request.uri.query ?? "").utf8)
            return try Response.json(try await list(WireDecoder.decode(TenantListRequest.self, fromForm: query), caller))
        }
        admin.on(
            .post, Self.path, ProjectWords.createTenant, of: router, input: .json(TenantResource.self), output: .json(TenantResource.self)
        ) {
            request, _, caller in
            let body = try await request.bytes(upTo: Self.maxBodyBytes)
            // A setting that does not exist here is not silently ignored.
            try FieldMask(nil, body: body).require(TenantResource.creatable, of: TenantResource.self, from: caller)
            return try Response.json(try await create(WireDecoder.decode(TenantResource.self, from: body), caller))
        }
        let tenant = Self.path + "/:tenant"
        admin.on(.get, tenant, ProjectWords.readTenant, of: router, output: .json(TenantResource.self)) { _, _, caller in
            try Response.json(TenantResource(try await find(caller)))
        }
        admin.on(
            .patch, tenant, ProjectWords.changeTenant, of: router, input: .json(TenantResource.self), query: ["updateMask"],
            output: .json(TenantResource.self)
        ) { request, _, caller in
            let mask = try request.fieldMask(over: try await request.bytes(upTo: Self.maxBodyBytes))
            try mask.require(TenantResource.changeable, of: TenantResource.self, from: caller)
            return try Response.json(try await change(mask, caller))
        }
        admin.on(.delete, tenant, ProjectWords.deleteTenant, of: router, output: .object) { _, _, caller in
            try await tenants.delete(caller.caller.realm, by: caller.author)
            return try Response.json([String: String]())
        }
    }

    private func list(_ input: TenantListRequest, _ caller: AdminCaller) async throws -> TenantListReply {
        let count = input.pageSize ?? Self.standardCount
        guard (1...Self.maxCount).contains(count) else {
            throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "pageSize must be 1 to \(Self.maxCount).")
        }
        let last = input.pageToken.unlessEmpty.map(TenantID.init(rawValue:))
        let found = try await store.read { try $0.tenants(of: caller.caller.project.id, after: last, limit: count) }
        return TenantListReply(
            tenants: found.isEmpty ? nil : found.map(TenantResource.init),
            nextPageToken: found.count == count ? found.last?.id.rawValue : nil)
    }

    private func create(_ input: TenantResource, _ caller: AdminCaller) async throws -> TenantResource {
        TenantResource(
            try await tenants.create(
                named: try input.checkedDisplayName(), try input.settings(), in: caller.caller.project.id, by: caller.author))
    }

    private func find(_ caller: AdminCaller) async throws -> Tenant {
        let realm = caller.caller.realm
        guard let tenant = try await store.read({ try $0.tenant(realm.tenant, of: realm.project) }) else { throw TenantNotFound() }
        return tenant
    }

    private func change(_ mask: FieldMask, _ caller: AdminCaller) async throws -> TenantResource {
        let changed = try await tenants.change(caller.caller.realm, by: caller.author) { tenant in
            let wanted = try mask.applied(to: TenantResource(tenant))
            tenant.displayName = try wanted.checkedDisplayName()
            tenant.settings = try wanted.settings()
        }
        return TenantResource(changed)
    }
}
