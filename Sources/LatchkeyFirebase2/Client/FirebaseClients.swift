// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
            let matching = state.configurations.last { $0.databaseURL.flatMap { try? FirebaseAddress($0).database } == address.database }
            guard
                var configuration = matching ?? state.configurations.last
                    ?? AuthConfiguration(environment: ProcessInfo.processInfo.environment)
            else {
                throw FirebaseProblem(
                    "No server is configured. Call Firebase.configure(AuthConfiguration(serverURL:apiKey:databaseURL:)) first, or set "
                        + "LATCHKEY_URL, LATCHKEY_API_KEY and LATCHKEY_DATABASE_URL.")
            }
            if matching == nil, !address.isFirebases { configuration.databaseURL = address.database }
            guard let url = configuration.databaseURL else {
                throw FirebaseProblem(
                    "\(address.database) is an address of Firebase's servers. Give the configuration the databaseURL of your own server "
                        + "(LATCHKEY_DATABASE_URL), and the app may keep its addresses.")
            }
            configuration.isLegacy = true
            let key = [configuration.serverURL, configuration.apiKey, url].joined(separator: "\n")
            if let client = state.clients[key] { return client }
            let client = FirebaseClient(configuration)
            state.clients[key] = client
            return client
        }
    }
}
