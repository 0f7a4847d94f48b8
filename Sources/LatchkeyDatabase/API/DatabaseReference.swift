import Foundation
import LatchkeyTree

/// A place in the database, which can be observed and written to.
// Unchecked because the query that it is has to be: it adds no state that changes.
public final class DatabaseReference: DatabaseQuery, @unchecked Sendable {
    init(database: Database, location: Location, problem: String? = nil) {
        super.init(database: database, location: location, parameters: QueryParameters(problem: problem))
    }

    /// The place below this one, by keys with slashes between them.
    ///
    /// A path that can be none gives a reference whose every use fails with an error that says why.
    public func child(_ path: String) -> DatabaseReference {
        do throws(TreeError) {
            let below = try Location(path)
            guard below.tree == .data || location == Location(path: .root) else { throw TreeError.key(Location.infoName) }
            let tree = below.tree == .info ? .info : location.tree
            let path = location.path.appending(below.path)
            guard path.keys.count <= TreePath.maxKeys else { throw TreeError.depth(max: TreePath.maxKeys) }
            return DatabaseReference(database: database, location: Location(tree: tree, path: path), problem: parameters.problem)
        } catch {
            return DatabaseReference(
                database: database, location: location,
                problem: parameters.problem ?? "There is no child \"\(path.prefix(200))\". \(error.description)")
        }
    }

    /// The place above; nil for the root.
    public var parent: DatabaseReference? {
        if let path = location.path.parent {
            return DatabaseReference(database: database, location: Location(tree: location.tree, path: path), problem: parameters.problem)
        }
        return location.tree == .info ? root : nil
    }

    public var root: DatabaseReference { database.reference() }

    /// The last key; nil for the root.
    public var key: String? {
        location.path.keys.last?.text ?? (location.tree == .info ? Location.infoName : nil)
    }

    /// The place as a URL.
    public var url: String {
        let keys = location.path.keys.map { $0.text.addingPercentEncoding(withAllowedCharacters: Self.plainInURLs) ?? $0.text }
        let all = (location.tree == .info ? [Location.infoName] : []) + keys
        return database.baseURL + all.map { "/\($0)" }.joined() + database.urlQuery
    }

    private static let plainInURLs = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~!*'(),:@")

    /// A new place below this one, whose key sorts after those that were made before, here or by others.
    public func childByAutoId() -> DatabaseReference {
        DatabaseReference(
            database: database, location: Location(tree: location.tree, path: location.path.appending(database.repo.nextPushID())),
            problem: parameters.problem)
    }
}

extension DatabaseReference: CustomStringConvertible {
    public var description: String { url }
}
