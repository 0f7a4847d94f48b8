import Foundation
import LatchkeyRealtime
import LatchkeyTree

/// The databases for administration: those of the running server, or of the store that a command has opened.
struct AdministeredDatabases: Sendable {
    let directory: DatabaseDirectory
    let trees: any TreeStore
    /// The denials of the running server's rules; `nil` without a running server.
    let denials: (any RecentDenials)?
}

extension AdministeredDatabases {
    /// Creates the databases for a command, which has exclusive access to the store.
    init(opening trees: any TreeStore) {
        self.init(
            directory: DatabaseDirectory(store: trees, now: { (Date().timeIntervalSince1970 * 1000).rounded(.down) }), trees: trees,
            denials: nil)
    }
}

/// The database that a call refers to.
struct DatabaseName: Sendable, Equatable {
    var project: String
    /// The name of the project for its default database.
    var name: String
}

extension OperatorCall {
    /// The database in the path.
    var database: DatabaseName { DatabaseName(project: project, name: self["database"]) }
}

struct DatabaseDescription: Codable, Sendable, Equatable {
    var name: String
    var project: String
    /// Whether this is the project's default database.
    var isProjectsOwn: Bool
}
