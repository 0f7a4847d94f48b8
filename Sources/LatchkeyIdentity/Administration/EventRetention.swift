import Foundation

/// Deletes old events of the audit log.
package struct EventRetention: Sendable {
    private let store: any AccountStore
    private let standard: Duration?
    private let now: WallClock

    /// - Parameter standard: The time for which projects without a setting of their own keep events; `nil` for no limit.
    package init(store: any AccountStore, standard: Duration?, now: @escaping WallClock) {
        self.store = store
        self.standard = standard
        self.now = now
    }

    /// Deletes the events of all projects that are older than the setting of the project, or else of the server.
    ///
    /// - Returns: The number of deleted events.
    package func deleteOldEvents() async throws -> Int {
        let projects = try await store.read { try $0.projects().map { ($0.id, $0.settings.keepEventsDays) } }
        var count = 0
        let removed = try await store.read { try $0.removedProjects().map(\.id) }
        for (project, days) in projects + [(.console, 0)] + removed.filter({ id in !projects.contains { $0.0 == id } }).map({ ($0, 0) }) {
            guard let age = days > 0 ? .seconds(days * 86_400) : standard else { continue }
            let end = now().addingTimeInterval(-Double(age.components.seconds))
            while true {
                try Task.checkCancellation()
                let deleted = try await store.write { try $0.deleteEvents(of: project, before: end, limit: AccountErasure.batch) }
                count += deleted
                if deleted < AccountErasure.batch { break }
            }
        }
        for project in removed { try await store.write { try $0.forgetRemovedProject(project) } }
        return count
    }
}
