package import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyTree

/// Removes the data of databases whose removal began, in short transactions, so that other requests wait for a moment only.
package struct DatabaseRemovals: Sendable {
    private let trees: any TreeStore
    private let directory: DatabaseDirectory

    package init(_ parts: DatabaseParts) {
        trees = parts.trees
        directory = parts.directory
    }

    /// Removes all databases of a project that is being removed.
    ///
    /// - Throws: `DatabaseOfAnotherNode` if other nodes have databases of the project, which they remove. Then call it again.
    package func remove(allOf project: ProjectID) async throws {
        let others = try await directory.remove(try await trees.databases(of: project.rawValue))
        try await finish()
        if let other = others.first { throw other }
    }

    /// Finishes all removals that began. Their names are free afterwards.
    ///
    /// - Returns: The names of the databases.
    @discardableResult package func finish() async throws -> [String] {
        let removals = try await trees.removals()
        for id in removals {
            while try await trees.removeNextPart(of: id) { try Task.checkCancellation() }
        }
        return removals.map(\.name)
    }
}
