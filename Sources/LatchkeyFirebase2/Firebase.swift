public import LatchkeyAuth
import LatchkeyDatabase

/// A place in a database, and the way to sign in there: the one class of Firebase 2.x.
///
/// ```swift
/// Firebase.configure(AuthConfiguration(serverURL: "https://login.example.com", apiKey: "lk_…", databaseURL: "https://db.example.com"))
/// let ref = Firebase(url: "https://example.firebaseio.com")
/// ```
///
/// Blocks are called on the main actor, each exactly once unless it observes.
public final class Firebase: FQuery, @unchecked Sendable {
    package let client: Result<FirebaseClient, FirebaseProblem>

    /// A place by its URL, for example `https://db.example.com/users/ada`.
    ///
    /// The server that it belongs to is the one that ``configure(_:)`` named for this database, else the default one. URLs of Firebase's
    /// own servers (`firebaseio.com`) stand for the default one's database.
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

    /// Names a server with the address of its database; called at the start of the program, once for each server.
    ///
    /// The last one named is the default. Without any, `LATCHKEY_URL`, `LATCHKEY_API_KEY` and `LATCHKEY_DATABASE_URL` are read.
    public static func configure(_ configuration: AuthConfiguration) { FirebaseClients.configure(configuration) }

    var reference: DatabaseReference { query.ref }
}

extension Firebase {
    /// The place above; nil for the root.
    public var parent: Firebase? { reference.parent.map { Firebase($0, client) } }
    /// The root of the database.
    public var root: Firebase { Firebase(reference.root, client) }
    /// The last key of the place; nil for the root.
    public var key: String? { reference.key }

    /// A place below.
    public func childByAppendingPath(_ path: String) -> Firebase { Firebase(reference.child(path), client) }

    /// A place below with a new key; keys that are made later come later.
    public func childByAutoId() -> Firebase { Firebase(reference.childByAutoId(), client) }

    /// - Throws: ``FAuthenticationError/invalidConfiguration`` where there is no server.
    package func requireClient() throws -> FirebaseClient {
        do { return try client.get() } catch { throw FirebaseError.make(error) }
    }
}

extension Firebase: CustomStringConvertible {
    /// The URL.
    public var description: String { reference.url }
}
