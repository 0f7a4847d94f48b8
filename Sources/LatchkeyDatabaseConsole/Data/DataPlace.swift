import Hummingbird
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyTree
import LatchkeyWeb

/// The database location that an administrator views.
struct DataPlace: Sendable {
    let visitor: ConsoleVisitor
    let project: Project
    let database: RealtimeDatabase
    let path: TreePath

    /// Limits the page size, because a page repeats the path many times.
    static let maxPathBytes = 2048

    init(_ place: RulesPage.Place, _ path: TreePath) {
        (visitor, project, database) = (place.visitor, place.project, place.database)
        self.path = path
    }

    var node: Node { database.node(at: path) }
    var mayEdit: Bool { visitor.role >= .editor }
    var here: String { ConsoleSection.data.path(in: project.id) }

    /// - Parameter action: The suffix of the section's path, for example `/export`; empty for the page itself.
    func address(of path: TreePath, _ action: String = "") -> String { beginning(action) + Self.encode(path) }

    /// Returns the part of an address before the path.
    func beginning(_ action: String = "") -> String {
        here + action + "?db=" + PercentEncoding.encode(database.id.name) + "&path="
    }

    static func encode(_ path: TreePath) -> String {
        path.isRoot ? "/" : path.keys.map { "/" + PercentEncoding.encode($0.text) }.joined()
    }

    /// - Throws: ``ConsoleRefusal`` for an invalid path, or one longer than pages can show.
    static func path(_ text: String?) throws -> TreePath {
        let text = text ?? "/"
        guard text.utf8.count <= maxPathBytes else {
            throw ConsoleRefusal.notFound(
                "The console shows paths of up to \(maxPathBytes) bytes. Use the database URL for longer paths.")
        }
        do {
            return try TreePath(text)
        } catch {
            throw ConsoleRefusal.notFound(error.description)
        }
    }
}
