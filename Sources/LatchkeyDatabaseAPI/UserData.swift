package import LatchkeyIdentity
package import LatchkeyRealtime
package import LatchkeyTree

/// The data of single users in the databases of their project, at the paths of its setting.
///
/// A uid that is not a valid key, such as one with a slash, has no data: it must never become a path of several keys.
package struct UserData: Sendable {
    private let trees: any TreeStore
    private let directory: DatabaseDirectory

    package init(trees: any TreeStore, directory: DatabaseDirectory) {
        self.trees = trees
        self.directory = directory
    }

    /// The data at one place.
    package struct Found: Sendable {
        package let database: String
        package let path: String
        package let node: Node
    }

    /// Returns the data of an account; places without data are left out.
    package func data(of account: AccountID, in project: ProjectID, at paths: [DataPath]) async throws -> [Found] {
        var found: [Found] = []
        try await visit(account, in: project, at: paths) { database, place in
            let node = try database.read(place, by: .administrator)
            if !node.isEmpty { found.append(Found(database: database.id.name, path: "\(place)", node: node)) }
        }
        return found
    }

    /// Removes the data of a deleted account, as writes that listeners see. It returns when they are durable.
    package func remove(_ erasure: AccountErasure, at paths: [DataPath]) async throws {
        try await visit(erasure.account, in: erasure.realm.project, at: paths) { database, place in
            // No client repeats this write if the database is busy.
            _ = try await database.write(.set(.empty, at: place), by: .administrator, evenIfBusy: true)
        }
    }

    private func visit(
        _ account: AccountID, in project: ProjectID, at paths: [DataPath], _ body: (RealtimeDatabase, TreePath) async throws -> Void
    ) async throws {
        let places = paths.compactMap { Self.place($0, of: account) }
        guard !places.isEmpty else { return }
        for id in try await trees.databases(of: project.rawValue) {
            guard let database = try await directory.database(id) else { continue }
            for place in places { try await body(database, place) }
        }
    }

    /// Returns the place of an account's data; `nil` if the uid is not a valid key.
    static func place(_ path: DataPath, of account: AccountID) -> TreePath? {
        let keys = path.keys(of: account)
        let valid = keys.compactMap { ChildKey($0) }
        return valid.count == keys.count ? TreePath(keys: valid) : nil
    }
}

extension DatabaseParts {
    /// The data of single users.
    package var userData: UserData { UserData(trees: trees, directory: directory) }
}
