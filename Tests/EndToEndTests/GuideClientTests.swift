import Foundation
import ServerUnderTest
import Testing

/// The rules of Firebase's guides, unchanged in a file, and apps with LatchkeyDatabase that sign in with the guides' providers.
@Suite(.timeLimit(.minutes(10))) struct GuideClientTests {
    struct Guide: Sendable, CustomTestStringConvertible {
        let rules: String
        let app: String
        let testDescription: String

        /// The step that signs a user in with a token of the sandbox.
        func signIn(_ token: WebReply) throws -> String {
            let accessToken = try #require(token["accessToken"], "\(token.text)")
            return try testDescription == "twitter"
                ? "sign-in-twitter \(accessToken) \(#require(token["tokenSecret"]))" : "sign-in-github \(accessToken)"
        }
    }

    /// From "Authenticating Users with Twitter".
    private static let twitter = Guide(
        rules: """
            {
              "rules": {
                "users": {
                  "$uid": {
                    // grants write access to the owner of this user account whose uid must exactly match the key ($uid)
                    ".write": "auth !== null && auth.uid === $uid",

                    // grants read access to any user who is logged in with Twitter
                    ".read": "auth !== null && auth.provider === 'twitter'"
                  }
                }
              }
            }
            """, app: "latchkeySandboxConsumer01", testDescription: "twitter")
    /// From "Authenticating Users with GitHub".
    private static let gitHub = Guide(
        rules: """
            {
              "rules": {
                "users": {
                  "$uid": {
                    // grants write access to the owner of this user account whose uid must exactly match the key ($uid)
                    ".write": "auth !== null && auth.uid === $uid",

                    // grants read access to any user who is logged in with Github
                    ".read": "auth !== null && auth.provider === 'github'"
                  }
                }
              }
            }
            """, app: "Ov23liLatchkeySandbox", testDescription: "github")

    @Test(arguments: [twitter, gitHub]) func rulesLimitReadsAndWritesOfApps(_ guide: Guide) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/rules.json"
        try Data(guide.rules.utf8).write(to: URL(fileURLWithPath: file))
        try await LatchkeyProcess.serve(in: folder, ["--sandbox", "--sandbox-port", "0", "--rules", file]) { server in
            let reply = try await server.call("signUp", ["email": "bob@example.org", "password": "lovelace", "returnSecureToken": true])
            let bob = "/users/\(try #require(reply["localId"], "\(reply.text)"))"
            let stranger = try await Visitor.run(
                server, folder: try TemporaryFolder(),
                ["sign-in bob@example.org lovelace", "set \(bob)/name \"Bob\"", "set /users/ada/name \"Bob\"", "get \(bob)"])
            #expect(stranger.lines.prefix(2) == ["set \(bob)/name ok", "set /users/ada/name failed with 1"], "\(stranger.errors)")
            #expect(
                stranger.lines.last?.hasPrefix("get \(bob) failed: ") == true, "users of other providers cannot read: \(stranger.lines)")

            let token = try await Web.post(
                try #require(server.report.sandbox).twitter + "/sandbox/tokens", json: ["app": guide.app, "person": "ada"])
            let ada = try await Visitor.run(
                server, folder: try TemporaryFolder(), [try guide.signIn(token), "get \(bob)", "set \(bob)/name \"Ada\""])
            #expect(ada.lines == [#"get \#(bob) {"name":"Bob"}"#, "set \(bob)/name failed with 1"], "\(ada.errors)")
        }
    }
}
