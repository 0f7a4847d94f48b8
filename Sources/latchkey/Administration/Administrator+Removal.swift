import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyTree

/// What a deletion of a project would remove.
struct ProjectSize: Codable, Sendable, Equatable {
    var accounts: Int
    var databases: Int
    /// The size of the databases in the store.
    var databaseBytes: Int
}

/// What a deletion of a database would remove.
struct DatabaseSize: Codable, Sendable, Equatable {
    /// The size in the store.
    var bytes: Int
    /// Whether this is the project's default database, which is emptied instead.
    var isProjectsOwn: Bool
}

/// The result of a deletion.
struct Removal: Codable, Sendable, Equatable {
    var name: String
    /// Whether the default database was emptied instead.
    var isEmptied: Bool?
    /// Whether a server removes the data now; otherwise, its next start does.
    var isRunning: Bool
}

extension Administrator {
    func projectSize(_ id: ProjectID) async throws -> ProjectSize {
        let accounts = try await store.read { view in
            _ = try view.administeredProject(id)
            return try view.accountCount(of: id)
        }
        let databases = try await databases.trees.databases(of: id.rawValue)
        var bytes = 0
        for database in databases { bytes += try await self.databases.trees.storedBytes(of: database) }
        return ProjectSize(accounts: accounts, databases: databases.count, databaseBytes: bytes)
    }

    func removeProject(_ id: ProjectID) async throws -> Removal {
        try await administration.projects.remove(id, by: .command)
        try await databaseAdministration.removeAll(of: id)
        return Removal(name: id.rawValue, isRunning: running != nil)
    }

    func databaseSize(_ call: OperatorCall) async throws -> DatabaseSize {
        let name = call.database.canonicalName
        _ = try await store.read { [project = call.project] in try $0.requireProject(project) }
        let id = DatabaseID(project: call.project, name: name)
        let all = try await databases.trees.databases(of: call.project)
        guard name == call.project || all.contains(id) else {
            throw DatabaseAdministration.noDatabase(id)
        }
        return DatabaseSize(bytes: try await databases.trees.storedBytes(of: id), isProjectsOwn: name == call.project)
    }

    func removeDatabase(_ call: OperatorCall) async throws -> Removal {
        let name = call.database.canonicalName
        let isRemoved = try await databaseAdministration.remove(name, of: call.projectID, by: .command)
        return Removal(name: name, isEmptied: !isRemoved, isRunning: running != nil)
    }
}

extension DatabaseName {
    /// The name in the store: that of the project for its default database, also with Firebase's suffix.
    fileprivate var canonicalName: String { name == project + DatabaseAdministration.defaultEnding ? project : name }
}
