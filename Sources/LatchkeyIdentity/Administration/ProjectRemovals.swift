package import LatchkeySecrets

/// Removes the data of projects whose removal began, in short transactions, so that other requests wait for a moment only.
package struct ProjectRemovals: Sendable {
    private let store: any AccountStore
    private let now: WallClock
    private let random: RandomTokens
    private let removeDatabases: @Sendable (ProjectID) async throws -> Void

    /// The number of accounts in one transaction. Each may have many rows.
    private static let accountBatch = 50

    /// - Parameter removeDatabases: Removes the databases of a project. It returns when their removal is durable and complete.
    package init(
        store: any AccountStore, now: @escaping WallClock, random: RandomTokens = .system,
        removeDatabases: @escaping @Sendable (ProjectID) async throws -> Void
    ) {
        self.store = store
        self.now = now
        self.random = random
        self.removeDatabases = removeDatabases
    }

    /// Removes everything of the projects except their events. The deletions of their accounts leave work for ``Erasures``.
    ///
    /// - Returns: The projects whose removal failed, with the reason. They are tried again by the next call.
    package func removeContents() async throws -> [(ProjectID, any Error)] {
        var failed: [(ProjectID, any Error)] = []
        for project in try await unfinished() {
            do {
                try await removeDatabases(project)
                try await removeRows(of: project)
                try await removeAccounts(of: project)
                while try await store.write({ try $0.removeWritePaths(of: project, limit: AccountErasure.batch) }) > 0 {}
            } catch let error as CancellationError {
                throw error
            } catch {
                failed.append((project, error))
            }
        }
        return failed
    }

    /// Finishes the removal of the projects of which nothing is left, and frees their IDs.
    ///
    /// - Returns: Those that are finished now. Others still have accounts that were created at the last moment, or work for ``Erasures``.
    package func end() async throws -> [ProjectID] {
        var ended: [ProjectID] = []
        for project in try await unfinished() {
            // The end deletes the rest in one transaction, which must be short.
            try await removeRows(of: project)
            let instant = now().inWholeMilliseconds
            if try await store.write({ try $0.endRemoval(of: project, at: instant) }) { ended.append(project) }
        }
        return ended
    }

    /// Whether a removal is not finished.
    package var isAnyLeft: Bool { get async throws { try await !unfinished().isEmpty } }

    private func unfinished() async throws -> [ProjectID] {
        try await store.read { try $0.removedProjects().filter { $0.finishedAt == nil }.map(\.id) }
    }

    private func removeRows(of project: ProjectID) async throws {
        while try await store.write({ try $0.removeRows(of: project, limit: AccountErasure.batch) }) > 0 { try Task.checkCancellation() }
    }

    /// Deletes the accounts like any deletion: their events get pseudonyms.
    private func removeAccounts(of project: ProjectID) async throws {
        var count = 0
        repeat {
            try Task.checkCancellation()
            let instant = now().inWholeMilliseconds
            count = try await store.write { [random] transaction in
                let accounts = try transaction.accountReferences(of: project, limit: Self.accountBatch)
                for account in accounts {
                    _ = try transaction.erase(
                        account.id, in: account.realm, at: instant, random: random, limit: AccountErasure.batch / Self.accountBatch)
                }
                return accounts.count
            }
        } while count > 0
    }
}
