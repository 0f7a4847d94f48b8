public import LatchkeyAuth
import LatchkeyDatabase

/// A location in a database, with the calls for signing in: the main class of Firebase 2.x.
///
/// ```swift
/// Firebase.configure(AuthConfiguration(serverURL: "https://login.example.com", apiKey: "lk_…", databaseURL: "https://db.example.com"))
/// let ref = Firebase(url: "https://example.firebaseio.com")
/// ```
///
/// Blocks are called on the main actor. Each block is called exactly once, except for observers.
public final class Firebase: FQuery, @unchecked Sendable {
    package let client: Result<FirebaseClient, FirebaseProblem>

    /// Creates a reference from a URL, for example `https://db.example.com/users/ada`.
    ///
    /// The server is the one that ``configure(_:)`` set for this database, otherwise the default server. URLs of Firebase's own servers
    /// (`firebaseio.com`) map to the database of the default server.
    public convenience init(url: String) {
        do throws(FirebaseProblem) {
            let address = try FirebaseAddress(url)
            let client = try FirebaseClients.client(for: address)
            self.init(client.database.reference(withPath: address.path), .success(client))
        } catch {
            self.init(DatabaseReference.nowhere(error.description), .failure(error))
        }
    }

    init(_ reference: DatabaseReference, _ client: Result<FirebaseClient, FirebaseProblem>) {
        self.client = client
        super.init(reference) { Firebase($0, client) }
    }

    /// Sets a server and the URL of its database. Call this at the start of the program, once for each server.
    ///
    /// The last configuration is the default. If there is none, `LATCHKEY_URL`, `LATCHKEY_API_KEY` and `LATCHKEY_DATABASE_URL` are read.
    public static func configure(_ configuration: AuthConfiguration) { FirebaseClients.configure(configuration) }

    var reference: DatabaseReference { query.ref }
}

extension Firebase {
    /// The parent location; `nil` for the root.
    public var parent: Firebase? { reference.parent.map { Firebase($0, client) } }
    /// The root of the database.
    public var root: Firebase { Firebase(reference.root, client) }
    /// The last key of the path; `nil` for the root.
    public var key: String? { reference.key }

    /// Returns the location at a relative path.
    public func childByAppendingPath(_ path: String) -> Firebase { Firebase(reference.child(path), client) }

    /// Returns a child location with a new unique key. Keys sort by the time of their creation.
    public func childByAutoId() -> Firebase { Firebase(reference.childByAutoId(), client) }

    /// Returns the client of this reference.
    ///
    /// - Throws: ``FAuthenticationError/invalidConfiguration`` if no server is configured.
    package func requireClient() throws -> FirebaseClient {
        do { return try client.get() } catch { throw FirebaseError.make(error) }
    }
}

extension Firebase: CustomStringConvertible {
    /// The URL of the location.
    public var description: String { reference.url }
}
