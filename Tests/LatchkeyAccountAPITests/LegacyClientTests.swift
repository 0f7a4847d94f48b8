import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyServer

/// Clients of Simple Login and Firebase 2.x, which identify themselves in a header.
@Suite struct LegacyClientTests {
    private static let twitter = "access_token=t-ada&oauth_token_secret=s&providerId=twitter.com"
    private static let gitHub = "access_token=g-ada&providerId=github.com"

    @Test func newAccountsHaveUidsOfTheOldForm() async throws {
        let server = try await TestServer(ProjectSettings(oneAccountPerEmail: false, anonymousSignIn: true), provider: .withAda())
        try await server.run { caller in
            #expect(try await caller.legacyIdp(Self.twitter)["localId"] == "twitter:9007199254740993")
            #expect(try await caller.legacyIdp(Self.gitHub)["localId"] == "github:17")
            for number in 1...2 {
                let reply = try await caller.legacy("accounts:signUp", ["email": "ada\(number)@example.org", "password": "lovelace"])
                #expect(reply["localId"] == "simplelogin:\(number)", "\(reply.text)")
            }
            let anonymous = try await caller.legacy("accounts:signUp", [:])
            #expect(anonymous["localId"]?.hasPrefix("anonymous:") == true)
        }
    }

    @Test func currentClientsCreateRandomUids() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let reply = try await caller.idp(Self.twitter)
            #expect(reply["localId"]?.count == 28)
            // An existing account keeps its uid with every client.
            #expect(try await caller.legacyIdp(Self.twitter)["localId"] == reply["localId"])
        }
    }

    @Test func userHasTheSameUidInAllGenerations() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let first = try await caller.legacyIdp(Self.twitter)
            #expect(first["localId"] == "twitter:9007199254740993")
            let second = try await caller.idp(Self.twitter)
            #expect(second["localId"] == "twitter:9007199254740993")
        }
    }

    /// An account is found by its identity: a uid of the same form may belong to another account.
    @Test func aUidThatIsTakenOpensNoAccount() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.store.write { transaction in
            try transaction.insert(
                Account(id: "twitter:9007199254740993", realm: Realm(project: server.project.id), createdAt: server.clock.now))
        }
        try await server.run { caller in
            let uid = try #require(try await caller.legacyIdp(Self.twitter)["localId"])
            #expect(uid.count == 28 && !uid.contains(":"))
        }
    }

    @Test func numbersContinueAfterThoseOfImportedAccounts() async throws {
        let server = try await TestServer()
        let imports: @Sendable (String) async throws -> Void = { uid in
            try await server.store.write { transaction in
                try transaction.insert(
                    Account(id: AccountID(rawValue: uid), realm: Realm(project: server.project.id), createdAt: server.clock.now))
            }
        }
        try await imports("simplelogin:41")
        try await imports("simplelogin:6c0d5b1e-9f1a-4c51-8d0e-0d2c5a7c1f11")
        try await server.run { caller in
            let signUp = { (name: String) in
                try await caller.legacy("accounts:signUp", ["email": "\(name)@example.org", "password": "lovelace"])["localId"]
            }
            let first = try await signUp("a")
            #expect(first == "simplelogin:42")
            try await imports("simplelogin:43")
            try await imports("simplelogin:70")
            let second = try await signUp("b")
            #expect(second == "simplelogin:71")
        }
    }

    /// The original clients never merged accounts by email address; a project that does so reports that the address is taken.
    @Test(arguments: [true, false]) func legacySignInsDoNotMergeAccountsByAddress(oneAccountPerEmail: Bool) async throws {
        let server = try await TestServer(ProjectSettings(oneAccountPerEmail: oneAccountPerEmail), provider: .withAda())
        try await server.run { caller in
            #expect(try await caller.legacyIdp(Self.twitter)["localId"] == "twitter:9007199254740993")
            let second = try await caller.legacyIdp(Self.gitHub)
            if oneAccountPerEmail {
                #expect(second.json["needConfirmation"] as? Bool == true)
            } else {
                #expect(second["localId"] == "github:17")
            }
        }
    }

    @Test func legacySessionsEndAfterTheConfiguredTime() async throws {
        let server = try await TestServer(ProjectSettings(legacy: LegacySettings(sessionSeconds: 5000)), provider: .withAda())
        try await server.run { caller in
            let old = try await caller.legacyIdp(Self.twitter)
            let today = try await caller.idp(Self.twitter)
            #expect(old["expiresIn"] == "3600")
            server.clock.advance(bySeconds: 4000)
            let renewed = try await caller.refresh(old["refreshToken"])
            #expect(renewed["expires_in"] == "1000", "no token outlives its session: \(renewed.text)")
            server.clock.advance(bySeconds: 1000)
            #expect(try await caller.refresh(old["refreshToken"]).error == "TOKEN_EXPIRED")
            #expect(try await caller.refresh(today["refreshToken"]).status == .ok)
        }
    }

    /// Linking creates a new session that does not last longer.
    @Test func replacedSessionKeepsItsEnd() async throws {
        let server = try await TestServer(
            ProjectSettings(oneAccountPerEmail: false, legacy: LegacySettings(sessionSeconds: 5000)), provider: .withAda())
        try await server.run { caller in
            let old = try await caller.legacyIdp(Self.twitter)
            let linked = try await caller.idp(Self.gitHub, ["idToken": try #require(old["idToken"])])
            #expect(linked["localId"] == old["localId"], "\(linked.text)")
            server.clock.advance(bySeconds: 5001)
            #expect(try await caller.refresh(linked["refreshToken"]).error == "TOKEN_EXPIRED")
        }
    }

    @Test func reverseAuthIsOffUntilAProjectWantsIt() async throws {
        let server = try await TestServer(provider: .withAda())
        server.provider.play { request in
            let isReverse = String(decoding: request.body, as: UTF8.self) == "x_auth_mode=reverse_auth"
            guard request.head.path == "/oauth/request_token", isReverse else { return nil }
            return PlayedProvider.json(200, #"OAuth oauth_nonce="n", oauth_signature="s", oauth_token="t""#)
        }
        try await server.run { caller in
            let refused = try await caller.call("accounts:reverseAuth", ["providerId": "twitter.com"])
            #expect(refused.error == "OPERATION_NOT_ALLOWED")
            try await server.change { $0.legacy.reverseAuth = true }
            let reply = try await caller.call("accounts:reverseAuth", ["providerId": "twitter.com"])
            #expect(reply["oauth"] == #"OAuth oauth_nonce="n", oauth_signature="s", oauth_token="t""#, "\(reply.text)")
            #expect(try await caller.call("accounts:reverseAuth", ["providerId": "github.com"]).error == "INVALID_PROVIDER_ID")
        }
    }
}

extension TestServer.Caller {
    private static let generation = HTTPField.Name("x-latchkey-generation")!

    /// A call as a client of the first generations makes it.
    fileprivate func legacy(_ name: String, _ body: [String: any Sendable]) async throws -> Reply {
        let body = body.merging(["returnSecureToken": true]) { $1 }
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await send(
            .post, "/v1/\(name)?key=\(apiKey)", headers: [.contentType: "application/json", Self.generation: "legacy"], body: text)
    }

    fileprivate func legacyIdp(_ postBody: String) async throws -> Reply {
        try await legacy("accounts:signInWithIdp", ["requestUri": "http://localhost", "postBody": postBody])
    }

    fileprivate func refresh(_ token: String?) async throws -> Reply {
        let body = ["grant_type": "refresh_token", "refresh_token": try #require(token)]
        return try await post("/v1/token?key=\(apiKey)", String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self))
    }
}
