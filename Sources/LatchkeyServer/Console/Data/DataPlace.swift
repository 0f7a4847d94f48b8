import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyTree
import LatchkeyWeb

/// A place in a database that an administrator looks at.
struct DataPlace: Sendable {
    let visitor: ConsoleVisitor
    let project: Project
    let database: RealtimeDatabase
    let path: TreePath

    /// Pages write a path many times, and stay small.
    static let maxPathBytes = 2048

    init(_ place: RulesPage.Place, _ path: TreePath) {
        (visitor, project, database) = (place.visitor, place.project, place.database)
        self.path = path
    }

    var node: Node { database.node(at: path) }
    var mayEdit: Bool { visitor.role >= .editor }
    var here: String { ConsoleSection.data.path(in: project.id) }

    /// - Parameter deed: of the section's addresses, for example `/export`; the page itself without one.
    func address(of path: TreePath, _ deed: String = "") -> String { beginning(deed) + Self.encode(path) }

    /// What stands in front of the path.
    func beginning(_ deed: String = "") -> String {
        here + deed + "?db=" + PercentEncoding.encode(database.id.name) + "&path="
    }

    static func encode(_ path: TreePath) -> String {
        path.isRoot ? "/" : path.keys.map { "/" + PercentEncoding.encode($0.text) }.joined()
    }

    /// - Throws: ``ConsoleRefusal`` for what is no path, or a longer one than pages can show.
    static func path(_ text: String?) throws -> TreePath {
        let text = text ?? "/"
        guard text.utf8.count <= maxPathBytes else {
            throw ConsoleRefusal.notFound(
                "The console shows paths of \(maxPathBytes) bytes at the most. Use the database's address for longer ones.")
        }
        do {
            return try TreePath(text)
        } catch {
            throw ConsoleRefusal.notFound(error.description)
        }
    }
}

extension Request {
    /// The query as forms write it, with `+` for blanks.
    var asked: QueryParameters { (uri.query.flatMap { try? QueryParameters(formEncoded: $0) }) ?? [:] }
}
