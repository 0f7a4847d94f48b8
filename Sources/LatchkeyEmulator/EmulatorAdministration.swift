import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `/emulator/v1/projects/{project}/...`: the emulator's control calls for tests. They need no credential.
struct EmulatorAdministration: Sendable {
    let projects: EmulatedProjects
    let store: any AccountStore
    let administration: AccountAdministration
    let codes: EmulatedCodes

    static let scopes = ["/emulator/v1/projects/:project", "/emulator/v1/projects/:project/tenants/:tenant"]
    static let configPath = "/emulator/v1/projects/:project/config"
    private static let pageSize = 500
    private static let maxBodyBytes = 65_536

    func add(to router: Router<ServerContext>) {
        for prefix in Self.scopes {
            router.delete(RouterPath(prefix + "/accounts")) { _, context in
                try await deleteAccounts(of: try await project(context), in: try realm(context))
                return Response.json(bytes: Array("{}".utf8))
            }
            router.get(RouterPath(prefix + "/oobCodes")) { _, context in
                _ = try await project(context)
                return try Response.json(OobCodes(oobCodes: try await codes.oneTimeCodes(in: try realm(context))))
            }
            router.get(RouterPath(prefix + "/verificationCodes")) { _, context in
                _ = try await project(context)
                return try Response.json(VerificationCodes(verificationCodes: try await codes.phoneCodes(in: try realm(context))))
            }
        }
        router.get(RouterPath(Self.configPath)) { _, context in
            try Response.json(EmulatorConfig(try await project(context).settings))
        }
        router.patch(RouterPath(Self.configPath)) { request, context in
            let input = try WireDecoder.decode(EmulatorConfig.self, from: try await request.bytes(upTo: Self.maxBodyBytes))
            return try Response.json(EmulatorConfig(try await change(try await project(context), as: input).settings))
        }
    }

    private func project(_ context: ServerContext) async throws -> Project {
        try await projects.project(ProjectID(rawValue: try context.parameters.require("project")))
    }

    private func realm(_ context: ServerContext) throws -> Realm {
        Realm(
            project: ProjectID(rawValue: try context.parameters.require("project")),
            tenant: context.parameters.get("tenant").map { TenantID(rawValue: $0) } ?? .none)
    }

    private func deleteAccounts(of project: Project, in realm: Realm) async throws {
        let caller = Caller(project: project, tenant: realm.tenant)
        while true {
            let ids = try await store.read { try $0.accounts(in: realm, after: nil, limit: Self.pageSize).map(\.id) }
            if ids.isEmpty { return }
            _ = try await administration.delete(ids, force: true, by: caller, actor: "emulator")
        }
    }

    private func change(_ project: Project, as input: EmulatorConfig) async throws -> Project {
        let changed = try await store.write { transaction -> Project? in
            guard var current = try transaction.project(project.id) else { return nil }
            // Google's emulator resets the settings if the body contains none.
            if input.isEmpty {
                current.settings.oneAccountPerEmail = true
                current.settings.enumerationProtection = false
                current.settings.hooks = BlockingHooks()
            }
            input.apply(to: &current.settings)
            try transaction.update(current)
            return current
        }
        return changed ?? project
    }

    struct OobCodes: Codable {
        var oobCodes: [EmulatedCodes.OobCode]
    }

    struct VerificationCodes: Codable {
        var verificationCodes: [EmulatedCodes.VerificationCode]
    }
}

/// The body of `/emulator/v1/.../config`, and the `config.json` of an export.
struct EmulatorConfig: Codable, Sendable {
    struct SignIn: Codable, Sendable {
        var allowDuplicateEmails: Bool?
    }

    struct EmailPrivacy: Codable, Sendable {
        var enableImprovedEmailPrivacy: Bool?
    }

    var signIn: SignIn?
    var emailPrivacyConfig: EmailPrivacy?

    fileprivate var isEmpty: Bool {
        signIn?.allowDuplicateEmails == nil && emailPrivacyConfig?.enableImprovedEmailPrivacy == nil
    }

    init(_ settings: ProjectSettings) {
        signIn = .init(allowDuplicateEmails: !settings.oneAccountPerEmail)
        emailPrivacyConfig = .init(enableImprovedEmailPrivacy: settings.enumerationProtection)
    }

    /// Applies the members that are present.
    func apply(to settings: inout ProjectSettings) {
        if let several = signIn?.allowDuplicateEmails { settings.oneAccountPerEmail = !several }
        if let hides = emailPrivacyConfig?.enableImprovedEmailPrivacy { settings.enumerationProtection = hides }
    }
}
