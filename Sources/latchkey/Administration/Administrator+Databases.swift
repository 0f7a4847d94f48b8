import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree

/// A database to create.
struct NewDatabase: Codable, Sendable {
    var name: String
}

/// Whether the evaluations of rules are counted.
struct CoverageState: Codable, Sendable {
    var counting: Bool
}

extension Administrator {
    func addDatabases(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/databases"
        routes.on(.get, path) { call in
            _ = try await store.read { try $0.requireProject(call.project) }
            let names = Set(try await databases.trees.databases(of: call.project).map(\.name)).union([call.project])
            return names.sorted().map { DatabaseDescription(name: $0, project: call.project, isProjectsOwn: $0 == call.project) }
        }
        routes.on(.post, path) { (call, new: NewDatabase) in
            try await databaseAdministration.create(new.name, in: call.projectID, rules: SecurityRules.ownUsersOnly.text, by: .command)
            return DatabaseDescription(name: new.name, project: call.project, isProjectsOwn: false)
        }
        routes.on(.get, path + "/:database/size") { try await databaseSize($0) }
        routes.on(.delete, path + "/:database") { try await removeDatabase($0) }
        routes.on(.get, path + "/:database/settings") { try await changeDatabaseSettings($0.database, DatabaseSettingsChange()) }
        routes.on(.patch, path + "/:database/settings") { try await changeDatabaseSettings($0.database, $1) }
        routes.on(.get, path + "/:database/coverage") { try await coverage(of: $0.database) }
        routes.on(.post, path + "/:database/coverage") { try await switchCoverage(of: $0.database, on: true) }
        routes.on(.delete, path + "/:database/coverage") { try await switchCoverage(of: $0.database, on: false) }
        routes.on(.get, "/v2/decisions:latest") { _ in try await decision(nil) }
        routes.on(.get, "/v2/decisions/:decision") { try await decision($0["decision"]) }
    }

    /// - Throws: ``AdminError`` when the database does not exist; a project's default database is created.
    func database(_ wanted: DatabaseName) async throws -> RealtimeDatabase {
        _ = try await store.read { [project = wanted.project] in try $0.requireProject(project) }
        var name = wanted.name
        if name == wanted.project + DatabaseAdministration.defaultEnding { name = wanted.project }
        let known = try await databases.trees.database(named: name)
        if let known, known.project != wanted.project {
            throw AdminError("The database \(name) belongs to the project \(known.project). Select it with --project.")
        }
        let isOwn = name == wanted.project
        guard known != nil || isOwn,
            let database = try await databases.directory.database(
                DatabaseID(project: wanted.project, name: name), making: isOwn ? SecurityRules.ownUsersOnly.text : nil)
        else {
            throw AdminError(
                """
                The project \(wanted.project) has no database \(name). `latchkey database list` lists its databases, \
                `latchkey database create \(ShellWord.quoted(name))` creates one.
                """)
        }
        return database
    }

    // MARK: Rule decisions

    private func decision(_ id: String?) async throws -> DecisionInfo {
        guard let denials = databases.denials else { throw Self.noServer("Denials are stored only in the server") }
        if let id {
            guard let denial = try await denials.denial(DecisionID(rawValue: id.lowercased())) else {
                throw AdminError(
                    "Decision \(id) not found. The server keeps only the most recent denials since its start.")
            }
            return DecisionInfo(denial)
        }
        guard let last = try await denials.last(1, of: nil).first else {
            throw AdminError("No request was denied since the server started.")
        }
        return DecisionInfo(last)
    }

    private func coverage(of name: DatabaseName) async throws -> CoverageReport {
        guard databases.denials != nil else { throw Self.noServer("Coverage is counted by the server") }
        guard let report = try await database(name).coverage else {
            throw AdminError("Coverage is not being counted. Start with `latchkey rules coverage --start`; `--stop` ends it.")
        }
        return report
    }

    private func switchCoverage(of name: DatabaseName, on: Bool) async throws -> CoverageState {
        guard databases.denials != nil else { throw Self.noServer("Coverage is counted by the server") }
        try await database(name).countCoverage(on)
        return CoverageState(counting: on)
    }

    static func noServer(_ why: String) -> AdminError {
        AdminError("\(why), and no server runs on this folder. Start it with `latchkey serve`, or set its folder with --data.")
    }
}
