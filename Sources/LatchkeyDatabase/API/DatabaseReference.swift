import Foundation
import LatchkeyTree

// Unchecked because its superclass is. It adds no mutable state.
/// A location in the database that you can observe and write.
public final class DatabaseReference: DatabaseQuery, @unchecked Sendable {
    init(database: Database, location: Location, problem: String? = nil) {
        super.init(database: database, location: location, parameters: QueryParameters(problem: problem))
    }

    /// Returns the location at a path relative to this one, with slashes between keys.
    ///
    /// If the path is invalid, each use of the reference fails with an error that contains the reason.
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

    /// The parent location; `nil` for the root.
    public var parent: DatabaseReference? {
        if let path = location.path.parent {
            return DatabaseReference(database: database, location: Location(tree: location.tree, path: path), problem: parameters.problem)
        }
        return location.tree == .info ? root : nil
    }

    /// The root of the database.
    public var root: DatabaseReference { database.reference() }

    /// The last key of the location; `nil` for the root.
    public var key: String? {
        location.path.keys.last?.text ?? (location.tree == .info ? Location.infoName : nil)
    }

    /// The URL of the location.
    public var url: String {
        let keys = location.path.keys.map { $0.text.addingPercentEncoding(withAllowedCharacters: Self.plainInURLs) ?? $0.text }
        let all = (location.tree == .info ? [Location.infoName] : []) + keys
        return database.baseURL + all.map { "/\($0)" }.joined() + database.urlQuery
    }

    private static let plainInURLs = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~!*'(),:@")

    /// Returns a new child location. Its key sorts after all keys that were generated before, by this or other clients.
    public func childByAutoId() -> DatabaseReference {
        DatabaseReference(
            database: database, location: Location(tree: location.tree, path: location.path.appending(database.repo.nextPushID())),
            problem: parameters.problem)
    }
}

extension DatabaseReference: CustomStringConvertible {
    /// The URL of the location.
    public var description: String { url }
}
