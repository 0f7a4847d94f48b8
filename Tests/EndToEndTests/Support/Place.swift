import ServerUnderTest
import Testing

/// Where an administrator's command does its work: on a running server or on the data folder. Users need not know the difference.
enum Place: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case server = "through a running server"
    case folder = "on the folder alone"

    var testDescription: String { rawValue }

    /// Runs `body` on a sandbox's data with three accounts.
    func withData(_ body: (AdministeredData) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let data = try await LatchkeyProcess.serve(in: folder) { server in
            let data = try await AdministeredData(server)
            if self == .server { try await body(data) }
            return data
        }
        #expect(data.status == 0, "the server stops in good order")
        if self == .folder { try await body(data.value.withoutServer) }
    }
}

/// A data folder with accounts of three kinds.
struct AdministeredData: Sendable {
    let folder: TemporaryFolder
    let report: ServerReport
    /// `nil` when the server is stopped.
    let server: RunningServer?
    /// Ada signed up with a password and a display name that would clear the terminal.
    let ada: String
    let anonymous: String
    /// Ada Lovelace's Twitter account of the sandbox.
    let twitter: String

    static let adaEmail = "ada@latchkey.example"
    static let adaPassword = "correct horse"
    static let adaName = "Ada\u{1b}[2J\u{202e}"

    init(_ server: RunningServer) async throws {
        self.server = server
        folder = server.folder
        report = server.report
        ada = try await Self.uid(
            of: server.call(
                "signUp", ["email": Self.adaEmail, "password": Self.adaPassword, "displayName": Self.adaName, "returnSecureToken": true]))
        anonymous = try await Self.uid(of: server.call("signUp", ["returnSecureToken": true]))
        let token = try await Web.post(
            try #require(server.report.sandbox).twitter + "/sandbox/tokens",
            json: ["app": "latchkeySandboxConsumer01", "person": "ada"])
        let postBody =
            "providerId=twitter.com&access_token=\(try #require(token["accessToken"]))"
            + "&oauth_token_secret=\(try #require(token["tokenSecret"]))"
        twitter = try await Self.uid(
            of: server.call("signInWithIdp", ["postBody": postBody, "requestUri": "http://localhost", "returnSecureToken": true]))
    }

    private init(_ other: AdministeredData, server: RunningServer?) {
        folder = other.folder
        report = other.report
        self.server = server
        ada = other.ada
        anonymous = other.anonymous
        twitter = other.twitter
    }

    var withoutServer: AdministeredData { AdministeredData(self, server: nil) }

    func latchkey(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws -> CommandOutcome {
        try await LatchkeyProcess.run(arguments + ["--data", folder.data], input: input, environment: environment)
    }

    private static func uid(of reply: WebReply) throws -> String {
        try #require(reply["localId"], "no account was made: \(reply.text)")
    }
}
