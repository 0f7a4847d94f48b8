import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Synchronization
import Testing

/// X with OAuth 2.0, which has the same users as Twitter with OAuth 1.0a.
@Suite struct XProviderTests {
    private final class Played: Sendable {
        let form = Mutex(Parameters([]))
        let authorization = Mutex("")
        let id: String
        init(id: String) { self.id = id }

        func respond(to request: ProviderRequest) -> ProviderReply? {
            switch request.url.split(separator: "?")[0] {
            case "https://api.x.com/2/oauth2/token":
                form.withLock { $0 = (try? Parameters(formEncoded: request.body)) ?? [] }
                authorization.withLock { $0 = request.head.headerFields[.authorization] ?? "" }
                return PlayedProvider.json(
                    200, #"{"token_type":"bearer","expires_in":7200,"access_token":"x-token","scope":"users.read tweet.read users.email"}"#)
            case "https://api.x.com/2/users/me":
                guard request.head.headerFields[.authorization] == "Bearer x-token" else { return PlayedProvider.json(401, "{}") }
                return PlayedProvider.json(
                    200, #"{"data":{"id":"\#(id)","name":"Ada","username":"ada","confirmed_email":"ada@example.org"}}"#)
            default: return nil
            }
        }
    }

    private func server(_ played: Played, twitterAt api: String = "https://api.twitter.com") async throws -> TestServer {
        let server = try await TestServer(provider: .withAda())
        server.provider.play { played.respond(to: $0) }
        try await server.configure(.twitter, origin: api)
        let configuration = ProviderConfiguration(
            project: server.project.id, provider: .x, enabled: true, clientID: "x-client",
            sealedSecret: try server.sealer.seal(
                "x secret", for: ProviderConfiguration.sealingContext(project: server.project.id, provider: .x)),
            apiOrigin: "https://api.x.com", webOrigin: "https://x.com", updatedAt: server.clock.now)
        try await server.store.write { try $0.save(configuration) }
        return server
    }

    @Test(arguments: ["https://api.twitter.com", "https://api.x.com"])
    func bothProtocolsLeadToOneAccount(_ api: String) async throws {
        let played = Played(id: "9007199254740993")
        let server = try await server(played, twitterAt: api)
        try await server.run { caller in
            let first = try await caller.idp("access_token=t-ada&oauth_token_secret=s&providerId=twitter.com")
            #expect(first.status == .ok, "\(first.text)")
            let (url, sent) = try await caller.authorization(
                .x, ["customParameter": ["code_challenge_method": "plain"], "oauthScope": "bookmark.read users.read"])
            #expect(url.hasPrefix("https://x.com/i/oauth2/authorize?"))
            #expect(sent["scope"] == "users.read tweet.read users.email bookmark.read" && sent["code_challenge_method"] == "S256")
            let reply = try await caller.finish("code=c&state=\(sent["state"] ?? "")", ["postBody": "providerId=x.com"])
            #expect(reply["localId"] == first["localId"], "\(reply.text)")
            #expect(reply["providerId"] == "twitter.com" && reply["federatedId"] == "9007199254740993")
            #expect(reply["oauthAccessToken"] == "x-token" && reply.json["oauthTokenSecret"] == nil)
            let form = played.form.withLock { $0 }
            #expect(PKCE.challenge(for: form["code_verifier"] ?? "") == sent["code_challenge"])
            let basic = played.authorization.withLock { $0 }
            #expect(basic == "Basic " + Data("x-client:x%20secret".utf8).base64EncodedString())
            let users = try await caller.call("accounts:lookup", ["idToken": reply["idToken"]]).json["users"] as? [[String: Any]]
            #expect((users?.first?["providerUserInfo"] as? [Any])?.count == 1, "one identity, not two")
        }
    }

    @Test func pendingCredentialOfOneProtocolSurvivesDisablingTheOther() async throws {
        let played = Played(id: "5")
        let server = try await server(played)
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            _ = try await caller.call("accounts:signUp", credentials)
            let sent = try await caller.authorization(.x).query
            let conflict = try await caller.finish("code=c&state=\(sent["state"] ?? "")")
            let pending = try #require(conflict["pendingToken"], "\(conflict.text)")
            let signIn = try await caller.call("accounts:signInWithPassword", credentials)
            // The credential is from x.com, so disabling twitter.com has no effect on it.
            try await server.configure(.twitter, origin: "https://api.twitter.com", enabled: false)
            let linked = try await caller.idp("providerId=twitter.com", ["pendingToken": pending, "idToken": signIn["idToken"]])
            #expect(linked.status == .ok, "\(linked.text)")
        }
    }

    @Test func aRawTokenIsRefused() async throws {
        let server = try await server(Played(id: "5"))
        try await server.run { caller in
            let reply = try await caller.idp("access_token=x-token&providerId=x.com")
            #expect(reply.error == "INVALID_IDP_RESPONSE", "\(reply.text)")
            // It is not accepted as an OAuth 1.0a token either.
            #expect(try await caller.idp("access_token=x-token&providerId=twitter.com").error == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
            #expect(!server.provider.requests.contains { $0.hasSuffix("/2/users/me") })
        }
    }

    @Test func denyingIsACancelledSignIn() async throws {
        let server = try await server(Played(id: "5"))
        try await server.run { caller in
            let sent = try await caller.authorization(.x).query
            let denied = try await caller.finish("error=access_denied&state=\(sent["state"] ?? "")")
            #expect(denied.error == "USER_CANCELLED", "\(denied.text)")
        }
    }
}
