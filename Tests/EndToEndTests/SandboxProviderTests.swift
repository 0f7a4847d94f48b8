import LatchkeyOAuth
import ServerUnderTest
import Testing

/// A whole sign-in with each mock provider of the table, between a server and its sandbox.
@Suite(.timeLimit(.minutes(10))) struct SandboxProviderTests {
    struct Row: Sendable {
        let id: String
        /// The sandbox's name of the provider.
        let mock: String
        let rawID: String
        let vouches: Bool
        /// Whether the server accepts access tokens that apps got themselves.
        let acceptsTokens: Bool
    }

    static let rows = [
        Row(id: "facebook.com", mock: "facebook", rawID: "102200000000101", vouches: false, acceptsTokens: true),
        Row(id: "discord.com", mock: "discord", rawID: "803510000000000101", vouches: true, acceptsTokens: true),
        Row(id: "linkedin.com", mock: "linkedin", rawID: "782bbtaQ000101", vouches: true, acceptsTokens: false),
        Row(id: "slack.com", mock: "slack", rawID: "T0SANDBOX-U00000101", vouches: true, acceptsTokens: false),
        Row(id: "twitch.tv", mock: "twitch", rawID: "00000101", vouches: true, acceptsTokens: true),
        Row(id: "spotify.com", mock: "spotify", rawID: "spotify000101", vouches: false, acceptsTokens: false),
    ]

    @Test func everyProviderSignsIn() async throws {
        try await AppServer.run { app in
            let server = app.server
            let page = try await Web.get(server.url + "/sign-in")
            for row in Self.rows {
                try await trust(row, at: server)
                #expect(page.text.contains("/sign-in/start?provider=\(row.id)"), "\(row.id)")
                let signedIn = try await signIn(row, as: "ada", at: server)
                #expect(signedIn.status == 200, "\(row.id): \(signedIn.text)")
                #expect(signedIn["providerId"] == row.id && signedIn["federatedId"]?.hasSuffix(row.rawID) == true, "\(signedIn.text)")
                #expect(signedIn["email"] == "ada@example.org" && signedIn["displayName"] == "Ada Lovelace", "\(signedIn.text)")
                #expect(signedIn["photoUrl"]?.hasPrefix("http") == true, "\(signedIn.text)")
                #expect(signedIn.text.contains(#""emailVerified":true"#) == row.vouches, "\(row.id): \(signedIn.text)")
                #expect(signedIn["oauthAccessToken"] != nil, "\(signedIn.text)")
                let again = try await signIn(row, as: "ada", at: server)
                #expect(again["localId"] == signedIn["localId"], "\(row.id): \(again.text)")
                try await delete(again, at: server)
            }
        }
    }

    @Test func anUnverifiedAddressStaysUnverified() async throws {
        try await AppServer.run { app in
            for row in Self.rows {
                try await trust(row, at: app.server)
                let signedIn = try await signIn(row, as: "cleo", at: app.server)
                #expect(signedIn["email"] == "cleo@example.org", "\(row.id): \(signedIn.text)")
                #expect(!signedIn.text.contains(#""emailVerified":true"#), "\(row.id): \(signedIn.text)")
                try await delete(signedIn, at: app.server)
                // The address of another person, which Mallory has not verified, opens no account and is no account's proof.
                let mallory = try await signIn(row, as: "mallory", at: app.server)
                #expect(!mallory.text.contains(#""emailVerified":true"#), "\(row.id): \(mallory.text)")
                try await delete(mallory, at: app.server)
                let bob = try await signIn(row, as: "bob", at: app.server)
                #expect(bob.status == 200 && bob["email"] == nil, "\(row.id): \(bob.text)")
            }
        }
    }

    /// Without the check of the application, the operator of any other app could sign in as its users.
    @Test func onlyTokensOfThisApplicationSignIn() async throws {
        try await AppServer.run { app in
            let server = app.server
            for row in Self.rows {
                let own = try await token(of: "latchkey.sandbox-\(row.mock)", at: server)
                let reply = try await credential("access_token=\(own)&providerId=\(row.id)", at: server)
                if row.acceptsTokens {
                    #expect(reply["federatedId"]?.hasSuffix(row.rawID) == true, "\(row.id): \(reply.text)")
                    try await delete(reply, at: server)
                } else {
                    #expect(reply.status == 400 && reply.text.contains("INVALID_IDP_RESPONSE"), "\(row.id): \(reply.text)")
                }
                for foreign in [try await token(of: "foreign.sandbox-\(row.mock)", at: server), "made-up"] {
                    let refused = try await credential("access_token=\(foreign)&providerId=\(row.id)", at: server)
                    #expect(refused.status == 400 && refused.text.contains("INVALID_IDP_RESPONSE"), "\(row.id): \(refused.text)")
                }
                // The provider says that the token belongs to another application.
                _ = try await control("faults", ["kind": "wrong_audience", "provider": row.mock], at: server)
                let claimed = try await credential("access_token=\(own)&providerId=\(row.id)", at: server)
                #expect(claimed.status == 400 && claimed.text.contains("INVALID_IDP_RESPONSE"), "\(row.id): \(claimed.text)")
            }
        }
    }

    @Test func theDoctorAcceptsTheSandboxsCredentialsAndNoOthers() async throws {
        try await AppServer.run { app in
            let good = try await app.server.latchkey("doctor").printed()
            for row in Self.rows { #expect(good.contains(row.id), "\(row.id): \(good)") }
            for row in Self.rows where ["facebook", "discord", "spotify"].contains(row.mock) {
                _ = try await app.server.latchkey(
                    "projects", "provider", "set", row.id, "--key", "latchkey.sandbox-\(row.mock)", "--secret-file", "-", input: "wrong"
                ).printed()
                let outcome = try await app.server.latchkey("doctor")
                let text = outcome.output + outcome.errors
                #expect(text.contains("does not accept the client id and the secret"), "\(row.id): \(text)")
            }
        }
    }

    // MARK: Steps

    /// Makes the server show whether the provider verified an address: a new account then has the verified address.
    private func trust(_ row: Row, at server: RunningServer) async throws {
        _ = try await server.latchkey("projects", "provider", "set", row.id, "--trust-for-takeover", "yes").printed()
    }

    private func signIn(_ row: Row, as person: String, at server: RunningServer) async throws -> WebReply {
        let begun = try await server.call(
            "createAuthUri", ["providerId": row.id, "continueUri": "http://127.0.0.1:5000/callback", "sessionId": "the session"])
        let page = try #require(begun["authUri"], "\(row.id): \(begun.text)")
        let approved = try await control("approve", ["url": page, "person": person, "decision": "allow"], at: server)
        let callback = try #require(approved["redirectURL"], "\(row.id): \(approved.text)")
        return try await server.call(
            "signInWithIdp", ["requestUri": callback, "sessionId": "the session", "returnSecureToken": true])
    }

    private func credential(_ postBody: String, at server: RunningServer) async throws -> WebReply {
        try await server.call(
            "signInWithIdp", ["requestUri": "http://localhost", "postBody": postBody, "returnSecureToken": true])
    }

    private func token(of application: String, at server: RunningServer) async throws -> String {
        let reply = try await control("tokens", ["app": application, "person": "ada"], at: server)
        return PercentEncoding.encode(try #require(reply["accessToken"], "\(application): \(reply.text)"))
    }

    private func control(_ path: String, _ body: [String: any Sendable], at server: RunningServer) async throws -> WebReply {
        let sandbox = try #require(server.report.sandbox)
        return try await Web.post(sandbox.twitter + "/sandbox/" + path, json: body)
    }

    private func delete(_ signedIn: WebReply, at server: RunningServer) async throws {
        let reply = try await server.call("delete", ["idToken": try #require(signedIn["idToken"], "\(signedIn.text)")])
        #expect(reply.status == 200, "\(reply.text)")
    }
}
