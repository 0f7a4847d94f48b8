import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire
import Synchronization

/// The projects of an emulator. A project is created when a request first names it; unknown API keys lead to the standard project.
package final class EmulatedProjects: ProjectFinding, AdministratorDoor {
    private struct Memory {
        var revision = 0
        var projects: [ProjectID: Project] = [:]
    }

    /// The maximum number of projects, so that a program that generates names does not fill the memory.
    private static let maxProjects = 1000

    private let emulation: Emulation
    private let store: any AccountStore
    private let setup: ProjectSetup
    private let keys: ProjectDirectory
    private let providers: EmulatedProviders
    private let now: WallClock
    private let memory = Mutex(Memory())

    init(
        emulation: Emulation, store: any AccountStore, setup: ProjectSetup, providers: EmulatedProviders, now: @escaping WallClock
    ) {
        self.now = now
        self.emulation = emulation
        self.store = store
        self.setup = setup
        self.providers = providers
        keys = ProjectDirectory(store: store)
    }

    func project(withKey key: String) async throws -> Project? {
        // A key that was created for another project leads to that project.
        guard var project = try await keys.project(withKey: key) else { return try await standardProject() }
        project.policies = .lenient
        return project
    }

    func project(withoutKey request: Request) async throws -> Project? {
        guard let token = request.bearerToken else { return nil }
        guard Self.isOwner(token) else { throw AdministratorError.invalid }
        return try await standardProject()
    }

    func standardProject() async throws -> Project { try await project(emulation.standardProject) }

    /// Returns the project with an ID. Creates it if it does not exist.
    func project(_ id: ProjectID) async throws -> Project {
        try emulation.admit(id)
        let revision = await store.configurationRevision
        if let known = memory.withLock({ $0.revision == revision ? $0.projects[id] : nil }) { return known }
        if var found = try await store.read({ try $0.project(id) }) {
            found.policies = .lenient
            let project = found
            memory.withLock { memory in
                if memory.revision != revision { memory = Memory(revision: revision) }
                memory.projects[id] = project
            }
            return project
        }
        guard Emulation.isProjectName(id.rawValue) else {
            throw SignInError(.init(rawValue: "INVALID_PROJECT_ID"), message: "A project ID has 1 to 128 characters and no space or slash.")
        }
        guard try await store.read({ try $0.projects().count }) < Self.maxProjects else {
            throw SignInError(.init(rawValue: "QUOTA_EXCEEDED"), message: "The emulator holds at most \(Self.maxProjects) projects.")
        }
        do {
            var (made, _) = try await setup.create(
                id, displayName: id.rawValue, settings: Self.settings, authorizedDomains: Self.domains)
            try await providers.configureStandardProviders(of: made.id)
            made.policies = .lenient
            return made
        } catch let conflict as StoreConflict where conflict.subject == .project {
            // Another request created the project at the same time.
            guard var found = try await store.read({ try $0.project(id) }) else { throw conflict }
            found.policies = .lenient
            return found
        }
    }

    /// The initial settings: all sign-in methods are enabled, and responses reveal whether an account exists.
    static let settings = ProjectSettings(
        enumerationProtection: false, anonymousSignIn: true, phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: true,
        signUpsPerHour: 0, emailLinkSignIn: true)
    static let domains = ["localhost", WebOrigin.anyHost]

    // MARK: Tenants

    static let noTenantName = SignInError(
        .init(rawValue: "INVALID_TENANT_ID"), message: "A tenant ID has 1 to 128 characters and no space or slash.")

    /// Creates a tenant that is named for the first time, with its sign-in methods enabled.
    func prepare(_ tenant: TenantID, of project: Project) async throws {
        if try await store.read({ try $0.tenant(tenant, of: project.id) }) != nil { return }
        guard Emulation.isProjectName(tenant.rawValue) else { throw Self.noTenantName }
        let made = Tenant(
            id: tenant, project: project.id, displayName: "",
            settings: TenantSettings(passwordSignIn: true, emailLinkSignIn: true, anonymousSignIn: true, smsSecondFactor: true),
            createdAt: now().inWholeMilliseconds)
        try await store.write { transaction in
            guard try transaction.tenant(tenant, of: project.id) == nil else { return }
            guard try transaction.tenants(of: project.id, after: nil, limit: Tenant.maxCount).count < Tenant.maxCount else {
                throw SignInError(.init(rawValue: "QUOTA_EXCEEDED"), message: "A project has at most \(Tenant.maxCount) tenants.")
            }
            try transaction.insert(made)
        }
    }

    /// Returns a project with the settings of a tenant, even if the tenant is disabled.
    func seen(_ project: Project, in tenant: TenantID) async throws -> Project {
        guard let tenant = try await store.read({ try $0.tenant(tenant, of: project.id) }) else { throw TenantNotFound() }
        return project.seen(by: tenant)
    }

    /// Returns the tenant in the ID token of a request body. Google's emulator checks it before the rest of the request.
    ///
    /// - Throws: ``SignInError`` with `TENANT_ID_MISMATCH` for a tenant that does not exist.
    func tenant(named bytes: [UInt8], of project: Project) async throws -> String? {
        guard let token = (try? WireDecoder.decode(TokenMark.self, from: bytes))?.idToken.unlessEmpty else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
            let name = (try? JSONDecoder().decode(TenantMark.self, from: Data(payload)))?.firebase.tenant.unlessEmpty
        else { return nil }
        let id = TenantID(rawValue: name)
        guard try await store.read({ try $0.tenant(id, of: project.id) }) != nil else { throw SignInError(.tenantIDMismatch) }
        return name
    }

    private struct TokenMark: Decodable {
        var idToken: String?
    }

    private struct TenantMark: Decodable {
        struct Firebase: Decodable {
            var tenant: String?
        }
        var firebase: Firebase
    }

    /// Checks that a tenant is enabled. Google's emulator rejects all account calls for a disabled tenant, including those of
    /// administrators.
    func requireOpen(_ tenant: TenantID, of project: Project) async throws {
        guard tenant != .none, try await store.read({ try $0.tenant(tenant, of: project.id)?.settings.disabled }) == true else { return }
        throw SignInError(.projectDisabled)
    }

    // MARK: Administrators

    /// The Firebase CLI imports the project's accounts with an empty tenant ID.
    let takesNamelessTenants = true

    /// Returns the error for a request without a credential. Google's emulator distinguishes clients, which send an API key, from programs
    /// without any credential.
    func refusal(of request: Request) -> any Error {
        CallerResolver.key(of: request) == nil ? APIKeyError.missing : EmulatedProjects.needsOwner
    }

    static let needsOwner = SignInError(
        .init(rawValue: "INSUFFICIENT_PERMISSION"), message: "Only authenticated requests can specify target_project_id.")

    func access(by token: String, to project: String) async throws -> AdministratorAccess? {
        guard Self.isOwner(token) else { return nil }
        return AdministratorAccess(project: try await self.project(ProjectID(rawValue: project)), actor: "owner")
    }

    /// Whether a token is one that the Admin SDKs or `gcloud` send to an emulator.
    static func isOwner(_ token: String) -> Bool { token.lowercased() == "owner" || token.hasPrefix("ya29.") }
}
