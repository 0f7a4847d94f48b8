package import LatchkeyIdentity
package import LatchkeyRealtime
package import LatchkeyTree
import LatchkeyWeb

/// Creates databases and changes their settings and data on behalf of administrators.
///
/// The trees have a store of their own, so an event follows its change in a second transaction.
package struct DatabaseAdministration: Sendable {
    let store: any AccountStore
    let trees: any TreeStore
    let directory: DatabaseDirectory
    private let now: WallClock

    /// The suffix that Firebase's clients append to a project ID for its default database.
    package static let defaultEnding = "-default-rtdb"
    private static let maxNameBytes = 128

    package init(store: any AccountStore, trees: any TreeStore, directory: DatabaseDirectory, now: @escaping WallClock) {
        self.store = store
        self.trees = trees
        self.directory = directory
        self.now = now
    }

    /// Creates a database. Its rules grant users access to their own data only.
    ///
    /// - Throws: ``SettingRefusal`` for an invalid name; ``ActRefusal``: `noProject`, `conflict` for a name that is taken.
    package func create(_ name: String, in project: ProjectID, rules: String, by author: ActAuthor) async throws {
        let isName =
            (1...Self.maxNameBytes).contains(name.utf8.count) && !name.hasPrefix("-") && !name.hasSuffix("-")
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isName, !name.hasSuffix(Self.defaultEnding) else {
            throw SettingRefusal(
                """
                \(name.prefix(200)) cannot name a database: use up to \(Self.maxNameBytes) lower-case letters, digits and inner hyphens, not \
                ending in \(Self.defaultEnding), which means the default database.
                """)
        }
        // Database names are unique across projects.
        let isProject = try await store.read { view in
            _ = try view.administeredProject(project)
            return try view.project(ProjectID(rawValue: name)) != nil
        }
        let known = try await trees.database(named: name)
        if let known, try await trees.removals().contains(known) {
            throw ActRefusal.conflict("The data of the deleted database \(name) is still being removed. Try again later.")
        }
        guard known == nil, !isProject else {
            throw ActRefusal.conflict("The project \(known?.project ?? name) already has a database \(name). Choose another name.")
        }
        do {
            guard try await directory.database(DatabaseID(project: project.rawValue, name: name), making: rules) != nil else {
                throw ActRefusal.conflict("A database \(name) already exists. Choose another name.")
            }
        } catch is DatabaseOfAnotherNode {
            // It was created. The node with the project's other databases opens it.
        }
        try await record("database \(name)", in: project, by: author)
    }

    /// Changes the settings of a database. A change that changes nothing writes no event.
    ///
    /// - Returns: The settings.
    package func change(
        _ database: RealtimeDatabase, by author: ActAuthor, _ edit: @escaping @Sendable (inout DatabaseSettings) throws -> Void
    ) async throws -> DatabaseSettings {
        let (before, settings) = try await database.changeSettings(edit)
        guard settings != before else { return settings }
        try await record("settings of database \(database.id.name)", in: ProjectID(rawValue: database.id.project), by: author)
        return settings
    }

    /// Writes data. Rules are bypassed, and the limits of the database apply.
    ///
    /// - Parameters:
    ///   - bytes: The size of the request.
    ///   - action: The kind of the write: `save`, `delete` and so on.
    package func write(
        _ operation: WriteOperation, bytes: Int, to database: RealtimeDatabase, _ action: String, by author: ActAuthor
    ) async throws {
        let write = LimitedWrite(
            database: database, caller: DatabaseCaller(requester: .administrator), limit: database.settings.defaultWriteSizeLimit,
            store: store, revision: await store.revision, now: now, turns: .everybody, bytes: bytes)
        var trace: DebugTrace?
        _ = try await write(operation, trace: &trace)
        try await recordWrite(action, to: "\(operation.path)", of: database.id, by: author)
    }

    /// Records that an administrator wrote data.
    ///
    /// - Parameter action: The kind of the write: `save`, `import` and so on.
    package func recordWrite(_ action: String, to path: String, of database: DatabaseID, by author: ActAuthor) async throws {
        let path = Self.recorded(path)
        let act = AdministrativeAct(
            .writeData, in: Realm(project: ProjectID(rawValue: database.project)), "\(action) \(path) in \(database.name)")
        try await store.record(act, by: author, at: now())
    }

    /// Shortens a long path after a whole key: the deletion of an account finds its UID in recorded paths, but not the beginning of a UID.
    static func recorded(_ path: String) -> String {
        let scalars = path.unicodeScalars
        guard scalars.count > Self.maxRecordedScalars else { return path }
        let beginning = scalars.prefix(Self.maxRecordedScalars)
        return String(beginning[...(beginning.lastIndex(of: "/") ?? beginning.startIndex)]) + "…"
    }

    /// An event has 1,024 bytes for the path, the name of the database and the kind of the write.
    private static let maxRecordedScalars = 200

    func record(
        _ what: String, _ kind: AuthEvent.Kind = .configure, in project: ProjectID, by author: ActAuthor
    ) async throws {
        try await store.record(AdministrativeAct(kind, in: Realm(project: project), what), by: author, at: now())
    }
}

extension DatabaseParts {
    /// Creates and changes databases on behalf of administrators.
    package var administration: DatabaseAdministration {
        DatabaseAdministration(store: accounts.store, trees: trees, directory: directory, now: accounts.now)
    }
}
