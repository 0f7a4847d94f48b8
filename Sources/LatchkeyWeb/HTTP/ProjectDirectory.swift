package import Hummingbird
package import LatchkeyIdentity
import Synchronization

/// Says which project a request is for.
package protocol ProjectFinding: Sendable {
    /// - Returns: `nil` for a key that leads to none.
    func project(withKey key: String) async throws -> Project?
    /// - Returns: `nil` where a request without a key leads nowhere: everywhere but in the emulator's mode.
    func project(withoutKey request: Request) async throws -> Project?
    /// Sees to it that a tenant that a request names exists, where naming one makes it: in the emulator's mode.
    func prepare(_ tenant: TenantID, of project: Project) async throws
    /// The tenant that a request's body names by the token in it, where that is believed: in the emulator's mode.
    func tenant(named bytes: [UInt8], of project: Project) async throws -> String?
}

extension ProjectFinding {
    package func prepare(_ tenant: TenantID, of project: Project) async throws {}
    package func tenant(named bytes: [UInt8], of project: Project) async throws -> String? { nil }
    package func project(withoutKey request: Request) async throws -> Project? { nil }
}

/// Which project an API key opens. Remembered, because every request asks, until anything about any project changes.
package final class ProjectDirectory: ProjectFinding {
    private struct Memory {
        var revision = 0
        var projects: [String: Project] = [:]
    }

    /// Only keys that exist are remembered, so strangers cannot fill it.
    private static let maxKeys = 10_000

    private let store: any AccountStore
    private let memory = Mutex(Memory())

    package init(store: any AccountStore) {
        self.store = store
    }

    /// - Returns: `nil` for a key that does not exist or was revoked.
    package func project(withKey key: String) async throws -> Project? {
        let revision = store.configurationRevision
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
