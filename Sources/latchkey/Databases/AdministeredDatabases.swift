import Foundation
import LatchkeyRealtime
import LatchkeyTree

/// The databases that an administrator reaches: those of the running server, or the store's, in a command that has it for itself.
struct AdministeredDatabases: Sendable {
    let directory: DatabaseDirectory
    let trees: any TreeStore
    /// What the rules of the running server denied; nil where none runs.
    let denials: DenialLog?
}

extension AdministeredDatabases {
    /// For a command: nobody else has the store open.
    init(opening trees: any TreeStore) {
        self.init(
            directory: DatabaseDirectory(store: trees, now: { (Date().timeIntervalSince1970 * 1000).rounded(.down) }), trees: trees,
            denials: nil)
    }
}

/// Which database a command is about.
struct DatabaseName: Codable, Sendable, Equatable {
    var project: String
    /// Nil for the project's own.
    var name: String?
}

struct DatabaseDescription: Codable, Sendable, Equatable {
    var name: String
    var project: String
    /// Whether it is the one that is meant where none is named.
    var isProjectsOwn: Bool
}
