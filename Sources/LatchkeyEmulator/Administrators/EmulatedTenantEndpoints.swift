import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/tenants` of an emulator. A change without a mask replaces everything. Members that the mask names and the body
/// omits stay unchanged. Settings are not validated.
struct EmulatedTenantEndpoints: Sendable {
    let store: any AccountStore
    let forms: TenantForms
    let now: WallClock
    let random: RandomTokens

    private static let standardCount = 20
    private static let maxCount = 1000
    private static let maxNameBytes = 256
    private static let maxBodyBytes = 65_536
    private static let tenants = "/v2/projects/:project/tenants"

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(
            .get, Self.tenants, ProjectWords.listTenants, of: router, input: .query(TenantListRequest.self),
            output: .json(TenantListReply.self)
        ) { request, _, caller in
            let query = Array((request.uri.query ?? "").utf8)
            return try Response.json(try await list(WireDecoder.decode(TenantListRequest.self, fromForm: query), caller))
        }
        admin.on(
            .post, Self.tenants, ProjectWords.createTenant, of: router, input: .json(TenantResource.self),
            output: .json(TenantResource.self)
        ) {
            request, _, caller in
            let body = try await request.bytes(upTo: Self.maxBodyBytes)
            return try Response.json(try await create(WireDecoder.decode(TenantResource.self, from: body), caller))
        }
        let tenant = Self.tenants + "/:tenant"
        admin.on(.get, tenant, ProjectWords.readTenant, of: router, output: .json(TenantResource.self)) { _, _, caller in
            try Response.json(shown(try await find(caller)))
        }
        admin.on(
            .patch, tenant, ProjectWords.changeTenant, of: router, input: .json(TenantResource.self), query: ["updateMask"],
            output: .json(TenantResource.self)
        ) { request, _, caller in
            let body = try await request.bytes(upTo: Self.maxBodyBytes)
            return try Response.json(try await change(try request.fieldMask(over: body), body, caller))
        }
        admin.on(.delete, tenant, ProjectWords.deleteTenant, of: router, output: .object) { _, _, caller in
            let realm = caller.caller.realm
            try await store.write { transaction in
                let instant = now()
                guard try transaction.eraseTenant(realm.tenant, of: realm.project, at: instant, random: .system) else {
                    throw TenantNotFound()
                }
                try transaction.append(caller.configuring("deleteTenant", at: instant))
            }
            forms.keep(nil, of: realm)
            return try Response.json([String: String]())
        }
    }

    // MARK: Calls

    private func list(_ input: TenantListRequest, _ caller: AdminCaller) async throws -> TenantListReply {
        let requested = input.pageSize ?? 0
        let count = requested < 0 ? Tenant.maxCount : min(requested == 0 ? Self.standardCount : requested, Self.maxCount)
        let last = input.pageToken.unlessEmpty.map(TenantID.init(rawValue:))
        let found = try await store.read { try $0.tenants(of: caller.caller.project.id, after: last, limit: count) }
        // A full page has a token even if no tenant follows. A list without a limit has none.
        return TenantListReply(
            tenants: found.map(shown), nextPageToken: requested >= 0 && found.count == count ? found.last?.id.rawValue : nil)
    }

    private func create(_ input: TenantResource, _ caller: AdminCaller) async throws -> TenantResource {
        let chosen = input.tenantId.unlessEmpty.map(TenantID.init(rawValue:))
        if let chosen, !Emulation.isProjectName(chosen.rawValue) { throw EmulatedProjects.noTenantName }
        let tenant = Tenant(
            id: chosen ?? TenantID(rawValue: random.text(length: 28, from: "abcdefghijklmnopqrstuvwxyz0123456789")),
            project: caller.caller.project.id, displayName: try Self.checkedName(input), settings: input.leniently,
            createdAt: now().inWholeMilliseconds)
        try await store.write { transaction in
            guard try transaction.tenants(of: tenant.project, after: nil, limit: Tenant.maxCount).count < Tenant.maxCount else {
                throw SignInError(.init(rawValue: "QUOTA_EXCEEDED"), message: "A project has at most \(Tenant.maxCount) tenants.")
            }
            guard try transaction.tenant(tenant.id, of: tenant.project) == nil else {
                throw SignInError(
                    .init(rawValue: "INVALID_TENANT_ID"), message: "The tenant \(tenant.id.rawValue.prefix(128)) already exists.")
            }
            try transaction.insert(tenant)
            try transaction.append(caller.configuring("createTenant \(tenant.id.rawValue)", at: now()))
        }
        keepForm(of: input, for: tenant)
        return shown(tenant)
    }

    private func find(_ caller: AdminCaller) async throws -> Tenant {
        let realm = caller.caller.realm
        guard let tenant = try await store.read({ try $0.tenant(realm.tenant, of: realm.project) }) else { throw TenantNotFound() }
        return tenant
    }

    private func change(_ mask: FieldMask, _ body: [UInt8], _ caller: AdminCaller) async throws -> TenantResource {
        let present = try await find(caller)
        let wanted =
            mask.isOfBody
            ? try WireDecoder.decode(TenantResource.self, from: body)
            : try mask.appliedWhereSent(to: shown(present))
        let name = try Self.checkedName(wanted)
        let changed = try await store.write { transaction in
            guard var tenant = try transaction.tenant(present.id, of: present.project) else { throw TenantNotFound() }
            tenant.displayName = name
            tenant.settings = wanted.leniently
            try transaction.update(tenant)
            try transaction.append(caller.configuring(mask, at: now()))
            return tenant
        }
        keepForm(of: wanted, for: changed)
        return shown(changed)
    }

    // MARK: Forms

    private static func checkedName(_ input: TenantResource) throws -> String {
        guard let name = input.displayName, name.utf8.count > maxNameBytes else { return input.displayName ?? "" }
        throw SignInError(.init(rawValue: "INVALID_DISPLAY_NAME"), message: "A tenant's name has at most \(maxNameBytes) bytes.")
    }

    private func keepForm(of input: TenantResource, for tenant: Tenant) {
        var config = input.mfaConfig ?? .init()
        config.state = config.state ?? "DISABLED"
        config.enabledProviders = config.enabledProviders ?? []
        forms.keep(
            .init(mfaConfig: config, testPhoneNumbers: input.testPhoneNumbers), of: Realm(project: tenant.project, tenant: tenant.id))
    }

    /// Returns the tenant with the values as they were sent, unless another call has changed its SMS setting since.
    private func shown(_ tenant: Tenant) -> TenantResource {
        var resource = TenantResource(tenant)
        resource.tenantId = tenant.id.rawValue
        if tenant.displayName.isEmpty { resource.displayName = nil }
        if tenant.settings.signUp { resource.client = nil }
        if !tenant.settings.totpSecondFactor { resource.mfaConfig?.providerConfigs = nil }
        if let form = forms.form(of: Realm(project: tenant.project, tenant: tenant.id)),
            form.mfaConfig?.asksForMessages == tenant.settings.smsSecondFactor
        {
            resource.mfaConfig = form.mfaConfig
            resource.testPhoneNumbers = form.testPhoneNumbers
        }
        return resource
    }
}

extension TenantResource {
    /// The settings of the resource. Members without a matching setting are ignored.
    fileprivate var leniently: TenantSettings {
        TenantSettings(
            disabled: disableAuth ?? false, passwordSignIn: allowPasswordSignup ?? false, emailLinkSignIn: enableEmailLinkSignin ?? false,
            anonymousSignIn: enableAnonymousUser ?? false, smsSecondFactor: mfaConfig?.asksForMessages ?? false,
            totpSecondFactor: mfaConfig?.asksForPrograms ?? false, signUp: !(client?.permissions?.disabledUserSignup ?? false))
    }
}

extension MfaConfig {
    private static let on: Set<String?> = ["ENABLED", "MANDATORY"]

    fileprivate var asksForMessages: Bool { Self.on.contains(state) && enabledProviders?.contains("PHONE_SMS") == true }
    fileprivate var asksForPrograms: Bool {
        providerConfigs?.contains { $0.totpProviderConfig != nil && Self.on.contains($0.state) } ?? false
    }
}
