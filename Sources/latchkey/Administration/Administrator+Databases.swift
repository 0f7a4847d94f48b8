import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyServer
import LatchkeyTree

extension Administrator {
    /// What Firebase's clients append to a project's name for its own database.
    private static let defaultEnding = "-default-rtdb"
    private static let maxNameBytes = 128

    func listedDatabases(of project: String) async throws -> [DatabaseDescription] {
        _ = try await store.read { try $0.requireProject(project) }
        let names = Set(try await databases.trees.databases(of: project).map(\.name)).union([project])
        return names.sorted().map { DatabaseDescription(name: $0, project: project, isProjectsOwn: $0 == project) }
    }

    func createDatabase(_ wanted: DatabaseName) async throws -> DatabaseDescription {
        let name = wanted.name ?? wanted.project
        let isName =
            (1...Self.maxNameBytes).contains(name.utf8.count) && !name.hasPrefix("-") && !name.hasSuffix("-")
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isName, !name.hasSuffix(Self.defaultEnding) else {
            throw AdminError(
                """
                \(name) cannot name a database: lower-case letters, digits and hyphens inside, \(Self.maxNameBytes) at most, and not \
                ending in \(Self.defaultEnding), which means a project's own.
                """)
        }
        // A name leads to one database, whichever project asks.
        let isProject = try await store.read { [project = wanted.project] view in
            _ = try view.requireProject(project)
            return try view.project(ProjectID(rawValue: name)) != nil
        }
        let known = try await databases.trees.database(named: name)
        guard known == nil, !isProject else {
            let owner = known?.project ?? name
            throw AdminError("There is a database \(name) already, of the project \(owner). Choose another name.")
        }
        let id = DatabaseID(project: wanted.project, name: name)
        guard try await databases.directory.database(id, making: SecurityRules.ownUsersOnly.text) != nil else {
            throw AdminError("There is a database \(name) already. Choose another name.")
        }
        return DatabaseDescription(name: name, project: wanted.project, isProjectsOwn: false)
    }

    /// - Throws: ``AdminError`` for one that does not exist; a project's own is made.
    func database(_ wanted: DatabaseName) async throws -> RealtimeDatabase {
        _ = try await store.read { [project = wanted.project] in try $0.requireProject(project) }
        var name = wanted.name ?? wanted.project
        if name == wanted.project + Self.defaultEnding { name = wanted.project }
        let known = try await databases.trees.database(named: name)
        if let known, known.project != wanted.project {
            throw AdminError("The database \(name) belongs to the project \(known.project). Name that with --project.")
        }
        let isOwn = name == wanted.project
        guard known != nil || isOwn,
            let database = try await databases.directory.database(
                DatabaseID(project: wanted.project, name: name), making: isOwn ? SecurityRules.ownUsersOnly.text : nil)
        else {
            throw AdminError(
                """
                The project \(wanted.project) has no database \(name). `latchkey database list` shows those that there are, \
                `latchkey database create \(ShellWord.quoted(name))` makes one.
                """)
        }
        return database
    }

    // MARK: What rules decide

    func decision(_ id: String?) throws -> DecisionInfo {
        guard let denials = databases.denials else { throw Self.noServer("Denials are remembered by the server that decided") }
        if let id {
            guard let denial = denials.denial(DecisionID(rawValue: id.lowercased())) else {
                throw AdminError(
                    "There is no decision \(id). The server remembers the last ones since its start; denials alone have a name.")
            }
            return DecisionInfo(denial)
        }
        guard let last = denials.last(1).first else { throw AdminError("Nothing was denied since the server started.") }
        return DecisionInfo(last)
    }

    func coverage(of name: DatabaseName) async throws -> CoverageReport {
        guard databases.denials != nil else { throw Self.noServer("Coverage is counted by the server that asks the rules") }
        guard let report = try await database(name).coverage else {
            throw AdminError("Nothing is counted. `latchkey rules coverage --start` begins; `--stop` ends it, because it takes time.")
        }
        return report
    }

    func switchCoverage(of name: DatabaseName, on: Bool) async throws -> Bool {
        guard databases.denials != nil else { throw Self.noServer("Coverage is counted by the server that asks the rules") }
        try await database(name).countCoverage(on)
        return on
    }

    static func noServer(_ why: String) -> AdminError {
        AdminError("\(why), and none runs on this folder. Start it with `latchkey serve`, or name its folder with --data.")
    }
}
