import Foundation
package import LatchkeyAuth
package import LatchkeyFirebase2

/// A server with its sandbox, and a device of a user with an app.
package struct AppServer: Sendable {
    package let server: RunningServer
    /// The folder of the device, for sessions and accounts.
    package let device: TemporaryFolder

    /// The consumer key of the sandbox's Twitter application.
    package static let consumerKey = "latchkeySandboxConsumer01"

    /// Runs a server with the given rules, or with those of a new database.
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

    /// An app's configuration, with the session stored under a name.
    package func configuration(of name: String) -> AuthConfiguration {
        AuthConfiguration(
            serverURL: server.url, apiKey: server.report.apiKey, sessionFile: device.path + "/\(name).json", databaseURL: url)
    }

    /// Replaces `https://<YOUR-FIREBASE-APP>.firebaseio.com`: the URL of this server's database.
    package var url: String { server.report.database }

    package var accountStorage: any SessionStorage { FileSessionStorage(path: device.path + "/accounts.json") }

    /// The accounts of the device, after users of the sandbox have authorized the app.
    package func accountStore(with people: [String]) async throws -> ACAccountStore {
        let store = ACAccountStore(storage: accountStorage)
        for person in people { try await store.addTwitterAccount(to: Firebase(url: url), delegate: SandboxVisitor(as: person)) }
        return store
    }

    /// A token of the sandbox, as an app gets it that implements the sign-in itself.
    package func token(of person: String, app: String, scopes: [String]? = nil) async throws -> WebReply {
        guard let sandbox = server.report.sandbox else { throw CocoaError(.featureUnsupported) }
        var input: [String: any Sendable] = ["app": app, "person": person]
        input["scopes"] = scopes
        return try await Web.post(sandbox.twitter + "/sandbox/tokens", json: input)
    }
}
