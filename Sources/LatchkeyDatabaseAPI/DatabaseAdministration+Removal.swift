package import LatchkeyIdentity
import LatchkeyRealtime
package import LatchkeyTree

extension DatabaseAdministration {
    /// Removes a database, or empties the default database of a project. Clients of a removed database are disconnected; its data is
    /// removed by ``DatabaseRemovals``, and its name is free after that.
    ///
    /// - Returns: Whether the database was removed; `false` if it was emptied.
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`; `DatabaseError` if the store cannot be written.
    package func remove(_ name: String, of project: ProjectID, by author: ActAuthor) async throws -> Bool {
        _ = try await store.read { try $0.administeredProject(project) }
        let id = DatabaseID(project: project.rawValue, name: name)
        if name == project.rawValue {
            // It would be created again by the next request. Clients stay connected and see the removal of the data.
            if let database = try await directory.database(id) { try await database.empty() }
            try await record("database \(name) emptied", .deleteDatabase, in: project, by: author)
            return false
        }
        guard try await trees.databases(of: project.rawValue).contains(id), try await directory.remove(id) else {
            throw Self.noDatabase(id)
        }
        try await record("database \(name)", .deleteDatabase, in: project, by: author)
        return true
    }

    /// The error for a name that is not a database of the project.
    package static func noDatabase(_ id: DatabaseID) -> ActRefusal {
        .notFound("The project \(id.project) has no database \(id.name.prefix(200)). `latchkey database list` lists its databases.")
    }

    /// Disconnects the clients of all databases of a project that is being removed. Other nodes do the same for those that they have.
    package func removeAll(of project: ProjectID) async throws {
        _ = try await directory.remove(try await trees.databases(of: project.rawValue))
    }
}
