import Foundation
public import LatchkeySecrets

/// Creates projects, and the data that a new store needs: a first project and a signing key.
public struct ProjectSetup: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let now: WallClock
    let random: RandomTokens

    /// Creates the setup of a store.
    public init(store: any AccountStore, sealer: Sealer, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.sealer = sealer
        self.now = now
        self.random = random
    }

    /// Returns the console's project, which is created at the first start.
    public func consoleProject() async throws -> Project {
        if let project = try await store.read({ try $0.project(.console) }) { return project }
        let project = try made(.console, displayName: "Console", settings: ConsoleProject.settings, authorizedDomains: [])
        return try await store.write { transaction in
            // Another node may start at the same time.
            if let other = try transaction.project(.console) { return other }
            try transaction.insert(project)
            return project
        }
    }

    /// The length of a project's signer key in bytes, as in Firebase.
    private static let signerKeyByteCount = 64

    /// Creates a project with its first API key.
    ///
    /// - Throws: ``StoreConflict`` with `project` if the id is taken.
    public func create(
        _ id: ProjectID, displayName: String, settings: ProjectSettings = .init(),
        authorizedDomains: [String] = ["localhost", "127.0.0.1"]
    ) async throws -> (Project, APIKey) {
        let project = try made(id, displayName: displayName, settings: settings, authorizedDomains: authorizedDomains)
        let key = APIKey.random(for: id, at: project.createdAt, random: random)
        try await store.write { transaction in
            try transaction.insert(project)
            try transaction.insert(key)
        }
        return (project, key)
    }

    /// Returns a project with new secrets and an API key, without storing them.
    func made(_ id: ProjectID, displayName: String, settings: ProjectSettings) throws -> (Project, APIKey) {
        let project = try made(id, displayName: displayName, settings: settings, authorizedDomains: ["localhost", "127.0.0.1"])
        return (project, APIKey.random(for: id, at: project.createdAt, random: random))
    }

    /// Returns a project with new secrets, without storing it.
    func made(_ id: ProjectID, displayName: String, settings: ProjectSettings, authorizedDomains: [String]) throws -> Project {
        Project(
            id: id, displayName: displayName, settings: settings, authorizedDomains: authorizedDomains,
            passwordHashing: PasswordHashing(
                sealedSignerKey: try sealer.seal(
                    random.data(count: Self.signerKeyByteCount), for: PasswordHashing.sealingContext(project: id))),
            createdAt: now().inWholeMilliseconds)
    }

    /// Returns the standard project and its first valid API key, both of which are created at the first start.
    public func standardProject() async throws -> (Project, APIKey) {
        if case (let project?, let key?) = try await store.read({ try Self.standardProject(in: $0) }) { return (project, key) }
        let (project, key) = try made(.standard, displayName: "Default project", settings: .init())
        return try await store.write { transaction in
            // Another node may start at the same time.
            let found = try Self.standardProject(in: transaction)
            if found.project == nil { try transaction.insert(project) }
            if found.key == nil { try transaction.insert(key) }
            return (found.project ?? project, found.key ?? key)
        }
    }

    private static func standardProject(in view: any StoreReading) throws -> (project: Project?, key: APIKey?) {
        (try view.project(.standard), try view.apiKeys(of: .standard).first { $0.revokedAt == nil })
    }
}
