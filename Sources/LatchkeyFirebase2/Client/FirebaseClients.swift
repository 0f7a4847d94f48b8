import Foundation
import LatchkeyAuth
import Synchronization

/// The clients of this process, one per database. As in Firebase 2.x, references to the same database share the signed-in user.
enum FirebaseClients {
    private struct State {
        /// The configurations; the last one is the default.
        var configurations: [AuthConfiguration] = []
        var clients: [String: FirebaseClient] = [:]
    }

    private static let state = Mutex(State())

    static var all: [FirebaseClient] { state.withLock { Array($0.clients.values) } }

    static func configure(_ configuration: AuthConfiguration) {
        state.withLock { state in
            state.configurations.removeAll { $0.databaseURL == configuration.databaseURL }
            state.configurations.append(configuration)
        }
    }

    /// Returns the client of a database.
    ///
    /// URLs of Firebase's own servers map to the database of the default configuration, so that apps can keep their URLs.
    static func client(for address: FirebaseAddress) throws(FirebaseProblem) -> FirebaseClient {
        try state.withLock { (state) throws(FirebaseProblem) in
            let configurations =
                state.configurations.isEmpty
                ? [AuthConfiguration(environment: ProcessInfo.processInfo.environment)].compactMap(\.self) : state.configurations
            guard let standard = configurations.last else {
                throw FirebaseProblem(
                    "No server is configured. Call Firebase.configure(AuthConfiguration(serverURL:apiKey:databaseURL:)) first, or set "
                        + "LATCHKEY_URL, LATCHKEY_API_KEY and LATCHKEY_DATABASE_URL.")
            }
            let known = configurations.reversed().compactMap { configuration in
                configuration.databaseURL.flatMap { try? FirebaseAddress($0) }.map { (configuration, $0) }
            }
            var configuration: AuthConfiguration
            if let match = known.first(where: { $0.1.database == address.database })
                ?? known.first(where: { $0.1.origin == address.origin })
            {
                configuration = match.0
                configuration.databaseURL = address.database
            } else if address.isFirebases, standard.databaseURL != nil {
                configuration = standard
            } else {
                // A connection sends the user's token. Send it only to servers that the app configured, not to any host in a URL.
                throw FirebaseProblem(
                    "No configured server has the database \(address.database). Give the configuration its databaseURL "
                        + "(LATCHKEY_DATABASE_URL); URLs of firebaseio.com then map to it.")
            }
            guard let url = try configuration.databaseURL.map({ (text) throws(FirebaseProblem) in try FirebaseAddress(text).database })
            else {
                throw FirebaseProblem("The configuration has no databaseURL.")
            }
            configuration.databaseURL = url
            configuration.isLegacy = true
            let key = [configuration.serverURL, configuration.apiKey, url].joined(separator: "\n")
            if let client = state.clients[key] { return client }
            let client = FirebaseClient(configuration)
            state.clients[key] = client
            return client
        }
    }
}
