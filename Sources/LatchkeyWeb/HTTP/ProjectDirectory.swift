package import Hummingbird
package import LatchkeyIdentity
import Synchronization

/// Finds the project of a request.
package protocol ProjectFinding: Sendable {
    /// Returns the project of an API key.
    ///
    /// - Returns: `nil` for an unknown key.
    func project(withKey key: String) async throws -> Project?
    /// Returns the project of a request without an API key.
    ///
    /// - Returns: `nil` if such a request has no project, which is always the case except in the emulator mode.
    func project(withoutKey request: Request) async throws -> Project?
    /// Creates a tenant that a request names, if the server creates tenants on demand, as in the emulator mode.
    func prepare(_ tenant: TenantID, of project: Project) async throws
    /// Returns the tenant in the ID token of a request body, if the server trusts it before verification, as in the emulator mode.
    func tenant(named bytes: [UInt8], of project: Project) async throws -> String?
}

extension ProjectFinding {
    package func prepare(_ tenant: TenantID, of project: Project) async throws {}
    package func tenant(named bytes: [UInt8], of project: Project) async throws -> String? { nil }
    package func project(withoutKey request: Request) async throws -> Project? { nil }
}

/// The projects of API keys. Results are cached, because every request needs one, until any project's configuration changes.
///
/// Scope: one node. Changes by other nodes take effect after ``AccountStore/maxRevisionDelay`` at the latest.
package final class ProjectDirectory: ProjectFinding {
    private struct Memory {
        var revision = 0
        var projects: [String: Project] = [:]
    }

    /// The maximum number of cached keys. Only existing keys are cached, so clients cannot fill the cache with invalid ones.
    private static let maxKeys = 10_000

    private let store: any AccountStore
    private let memory = Mutex(Memory())

    package init(store: any AccountStore) {
        self.store = store
    }

    /// Returns the project of an API key.
    ///
    /// - Returns: `nil` for a key that does not exist or was revoked.
    package func project(withKey key: String) async throws -> Project? {
        let revision = await store.configurationRevision
        let known = memory.withLock { $0.revision == revision ? $0.projects[key] : nil }
        if let known { return known }
        let project = try await store.read { view -> Project? in
            guard let found = try view.apiKey(key), found.revokedAt == nil else { return nil }
            return try view.project(found.project)
        }
        if let project { remember(project, key: key, revision: revision) }
        return project
    }

    private func remember(_ project: Project, key: String, revision: Int) {
        memory.withLock { memory in
            if memory.revision < revision || memory.projects.count >= Self.maxKeys { memory = Memory(revision: revision) }
            if memory.revision == revision { memory.projects[key] = project }
        }
    }
}
