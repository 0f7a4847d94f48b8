import Foundation
import LatchkeyAuth
import Synchronization

/// The clients of this process, one for each database: references with one address share who is signed in, as in Firebase 2.x.
enum FirebaseClients {
    private struct State {
        /// The last one is the default.
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

    /// The client of a database.
    ///
    /// An address of Firebase's own servers stands for the database of the default configuration: an app keeps its URLs.
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
                // Whoever is signed in shows their token there: to servers that the app names, and not to any that a text names.
                throw FirebaseProblem(
                    "\(address.database) is the database of no server that is configured. Give the configuration its databaseURL "
                        + "(LATCHKEY_DATABASE_URL); with one, addresses of firebaseio.com stand for it.")
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
