public import LatchkeyAuth
import Synchronization

extension Database {
    private struct Key: Hashable {
        let auth: ObjectIdentifier
        let url: String?
    }

    private static let instances = Mutex<[Key: Database]>([:])

    /// Returns the database in the configuration of `Auth.auth()`, for the user that is signed in there.
    ///
    /// Without `databaseURL` in the configuration (`LATCHKEY_DATABASE_URL`), each operation fails with an error that explains how to set
    /// it.
    public static func database() -> Database { database(auth: .auth()) }

    /// Returns the database with a URL, for example `https://db.example.com?ns=project`, for the user that is signed in at `Auth.auth()`.
    public static func database(url: String) -> Database { database(auth: .auth(), url: url) }

    /// Returns a database for the user that is signed in at `auth`. The instance is the same each time until the app is deleted.
    ///
    /// - Parameters:
    ///   - auth: The Auth instance.
    ///   - url: The URL; `nil` for the one in the configuration. Unencrypted URLs (`http://`) are only allowed for this machine, unless the
    ///     configuration allows others.
    public static func database(auth: Auth, url: String? = nil) -> Database {
        let url = url ?? auth.configuration.databaseURL
        // Different spellings of a URL share an instance. Two instances would send the same persisted writes.
        let name = url.map { (try? DatabaseAddress($0, allowsInsecureHTTP: true))?.url ?? $0 }
        let key = Key(auth: ObjectIdentifier(auth), url: name)
        let (instance, isNew) = instances.withLock { instances in
            if let instance = instances[key] { return (instance, false) }
            // The instance retains `auth`, so that its object identifier is not reused.
            let instance = Database(auth: auth, url: url)
            instances[key] = instance
            return (instance, true)
        }
        if isNew {
            auth.whenAppIsDeleted { [weak instance] in
                _ = Self.instances.withLock { $0.removeValue(forKey: key) }
                instance?.end()
            }
        }
        return instance
    }

    private convenience init(auth: Auth, url: String?) {
        let configuration = auth.configuration
        let address = Result { () throws(DatabaseConfigurationError) in
            guard let url else {
                throw DatabaseConfigurationError(
                    "No database is configured. Give AuthConfiguration a databaseURL, set LATCHKEY_DATABASE_URL beside LATCHKEY_URL, or "
                        + "call Database.database(url:).")
            }
            return try DatabaseAddress(url, allowsInsecureHTTP: configuration.allowsInsecureHTTP)
        }
        let parts = ConnectionParts(
            transport: systemTransport(),
            credential: ConnectionCredential(
                current: { auth.currentIDToken.map { SignedIn(uid: $0.uid, token: $0.token) } },
                token: { try await auth.idToken(forcingRefresh: $0).map { SignedIn(uid: $0.uid, token: $0.token) } }),
            allowsInsecureHTTP: configuration.allowsInsecureHTTP)
        let connection = PersistentConnection(address: address, parts: parts)
        Task { [weak connection, changes = auth.idTokenChanges] in
            for await _ in changes { connection?.credentialChanged() }
        }
        let journals = Journals(warn: parts.warn)
        self.init(
            connection: connection, url: (try? address.get())?.url ?? url ?? "",
            environment: Repo.Environment(
                journal: { journals.journal() }, uid: { auth.currentIDToken?.uid }, warn: parts.warn))
        journals.database.withLock { $0.database = self }
    }

    /// Creates the journal on first use of the database, when its final URL is known.
    private final class Journals: Sendable {
        struct Reference { weak var database: Database? }

        let database = Mutex(Reference())
        private let warn: @Sendable (String) -> Void

        init(warn: @escaping @Sendable (String) -> Void) { self.warn = warn }

        func journal() -> FileWriteJournal? {
            guard let database = database.withLock({ $0.database }), database.isPersistenceEnabled,
                let address = try? DatabaseAddress(database.baseURL + database.urlQuery, allowsInsecureHTTP: true)
            else { return nil }
            return FileWriteJournal(for: address, warn: warn)
        }
    }

    /// Connects to an emulator instead of the server. The name of the database does not change. Call it before the database is first used;
    /// later it has no effect.
    ///
    /// - Parameters:
    ///   - host: The host. Other machines are only allowed if the configuration allows unencrypted connections.
    ///   - port: The port.
    public func useEmulator(withHost host: String, port: Int) {
        guard let connection = repo.connection as? PersistentConnection else { return }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        do {
            guard !isInUse else { throw DatabaseConfigurationError("useEmulator has to be called before the database is first used.") }
            let address = try DatabaseAddress(
                "http://\(name):\(port)\(urlQuery)", allowsInsecureHTTP: connection.parts.allowsInsecureHTTP)
            move(to: address.url)
            connection.move(to: address)
        } catch {
            connection.parts.warn("\(error)")
        }
    }
}

private func systemTransport() -> any WebSocketTransport {
    #if canImport(Darwin)
    URLSessionWebSocketTransport()
    #else
    NIOWebSocketTransport()
    #endif
}
