import Foundation
package import LatchkeyAuth
package import LatchkeyFirebase2

/// A server with its sandbox, and a device of somebody who has an app for it.
package struct AppServer: Sendable {
    package let server: RunningServer
    /// The device: sessions and accounts are kept here.
    package let device: TemporaryFolder

    /// The consumer key of the sandbox's Twitter application.
    package static let consumerKey = "latchkeySandboxConsumer01"

    /// Runs a server with rules, or with those of a new database.
    package static func run(rules: String? = nil, _ body: (AppServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        var options = ["--sandbox", "--sandbox-port", "0"]
        if let rules { options += ["--rules", try folder.file("rules.json", rules)] }
        try await LatchkeyProcess.serve(in: folder, options) { server in
            let app = AppServer(server: server, device: try TemporaryFolder())
            Firebase.configure(app.configuration(of: "session"))
            try await body(app)
        }
    }

    /// An app's configuration, whose session is kept under a name.
    package func configuration(of name: String) -> AuthConfiguration {
        AuthConfiguration(
            serverURL: server.url, apiKey: server.report.apiKey, sessionFile: device.path + "/\(name).json", databaseURL: url)
    }

    /// What stands for `https://<YOUR-FIREBASE-APP>.firebaseio.com`: the address of the database of this server.
    package var url: String { server.report.database }

    package var accountStorage: any SessionStorage { FileSessionStorage(path: device.path + "/accounts.json") }

    /// The accounts of the device, after people of the sandbox have let the app in.
    package func accountStore(with people: [String]) async throws -> ACAccountStore {
        let store = ACAccountStore(storage: accountStorage)
        for person in people { try await store.addTwitterAccount(to: Firebase(url: url), delegate: SandboxVisitor(as: person)) }
        return store
    }

    /// A token of the sandbox, as an app gets it that has signed somebody in by itself.
    package func token(of person: String, app: String, scopes: [String]? = nil) async throws -> WebAnswer {
        guard let sandbox = server.report.sandbox else { throw CocoaError(.featureUnsupported) }
        var ask: [String: any Sendable] = ["app": app, "person": person]
        ask["scopes"] = scopes
        return try await Web.post(sandbox.twitter + "/sandbox/tokens", json: ask)
    }
}
