/// Finishes the deletion of accounts: removes them from the audit log, and their data from the databases.
package struct Erasures: Sendable {
    private let store: any AccountStore
    private let removeData: @Sendable (AccountErasure, [DataPath]) async throws -> Void

    /// - Parameter removeData: Removes the data of a deleted account at these paths from the databases of its project. It returns when the
    ///   removal is durable.
    package init(store: any AccountStore, removeData: @escaping @Sendable (AccountErasure, [DataPath]) async throws -> Void) {
        self.store = store
        self.removeData = removeData
    }

    /// Finishes all deletions with work left.
    ///
    /// - Returns: The deletions that failed, with the reason. They are tried again by the next call.
    package func finish() async throws -> [(AccountErasure, any Error)] {
        var failed: [(AccountErasure, any Error)] = []
        var tried: Set<AccountID> = []
        while true {
            let count = failed.count
            let found = try await store.read { try $0.erasures(limit: AccountErasure.batch + count) }
            let next = found.filter { !tried.contains($0.pseudonym) }
            guard !next.isEmpty else { return failed }
            for erasure in next {
                try Task.checkCancellation()
                do {
                    try await finish(erasure)
                } catch {
                    failed.append((erasure, error))
                    tried.insert(erasure.pseudonym)
                }
            }
        }
    }

    private func finish(_ erasure: AccountErasure) async throws {
        let project = try await store.read { try $0.project(erasure.realm.project) }
        if let project, project.id != .console {
            let paths = project.settings.deletedDataPaths
            try await removeData(erasure, paths)
            for path in paths {
                while try await store.write({ try $0.pseudonymizeWrites(of: erasure, at: path, limit: AccountErasure.batch) })
                    == AccountErasure.batch
                {}
            }
        }
        while try await store.write({ try $0.pseudonymizeEvents(of: erasure, limit: AccountErasure.batch, evenLater: false) })
            == AccountErasure.batch
        {}
        _ = try await store.write { try $0.deleteErasure(erasure.pseudonym) }
    }
}
