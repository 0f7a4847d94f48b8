package import LatchkeyTree

/// Writes in a new term, for tests in which terms do not matter.
extension TreeStore {
    /// Begins a term of a database that must exist.
    package func newTerm(of database: DatabaseID) async throws -> DatabaseTerm {
        try expectSome(try await beginTerm(of: database))
    }

    package func append(_ entries: [TreeLogEntry], to database: DatabaseID) async throws {
        try await append(entries, in: try await newTerm(of: database))
    }

    package func save(_ snapshot: TreeSnapshot, of database: DatabaseID) async throws {
        try await save(snapshot, in: try await newTerm(of: database))
    }

    package func save(_ rules: RulesEdit, of database: DatabaseID) async throws {
        try await save(rules, in: try await newTerm(of: database))
    }

    package func save(_ settings: DatabaseSettings, of database: DatabaseID) async throws {
        try await save(settings, in: try await newTerm(of: database))
    }

    package func keep(_ left: LeftWrites, in database: DatabaseID) async throws {
        try await keep(left, in: try await newTerm(of: database))
    }

    package func forgetLeftWrites(of client: String, in database: DatabaseID) async throws {
        try await forgetLeftWrites(of: client, in: try await newTerm(of: database))
    }
}
