import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Synchronization
import Testing

/// Facebook access tokens from apps, as Firebase's clients send them.
@Suite struct FacebookProviderTests {
    private static let id: ProviderID = "facebook.com"
    private static let user = #"{"id":"10220","name":"Ada","email":"ada@example.org","picture":{"data":{"url":"https://p.example/a.png"}}}"#

    /// A Graph API that says about every token what a test wants.
    private func server(_ about: String, status: Int = 200, received: Asked = Asked()) async throws -> TestServer {
        let server = try await TestServer()
        server.provider.play { request in
            let path = request.url.split(separator: "?")[0]
            received.urls.withLock { $0.append(request.url) }
            switch path {
            case "https://graph.facebook.com/v23.0/debug_token": return PlayedProvider.json(status, about)
            case "https://graph.facebook.com/v23.0/me":
                return PlayedProvider.json(
                    request.head.headerFields[.authorization] == "Bearer EAAtoken" ? 200 : 400,
                    request.head.headerFields[.authorization] == "Bearer EAAtoken"
                        ? Self.user : #"{"error":{"message":"Invalid OAuth access token.","type":"OAuthException","code":190}}"#)
            default: return nil
            }
        }
        let configuration = ProviderConfiguration(
            project: server.project.id, provider: Self.id, enabled: true, clientID: "4242",
            sealedSecret: try server.sealer.seal(
                "app secret", for: ProviderConfiguration.sealingContext(project: server.project.id, provider: Self.id)),
            apiOrigin: "https://graph.facebook.com", webOrigin: "https://www.facebook.com", updatedAt: server.clock.now)
        try await server.store.write { try $0.save(configuration) }
        return server
    }

    private final class Asked: Sendable {
        let urls = Mutex<[String]>([])
    }

    private static let body = "access_token=EAAtoken&providerId=facebook.com"

    @Test func aTokenOfThisAppSignsIn() async throws {
        let received = Asked()
        let server = try await server(
            #"{"data":{"app_id":"4242","type":"USER","is_valid":true,"user_id":"10220","scopes":["email","public_profile"]}}"#,
            received: received
        )
        try await server.run { caller in
            let reply = try await caller.idp(Self.body)
            #expect(reply.status == .ok, "\(reply.text)")
            #expect(reply["providerId"] == "facebook.com" && reply["displayName"] == "Ada")
            #expect(reply["photoUrl"] == "https://p.example/a.png" && reply["email"] == "ada@example.org")
            #expect(reply.json["emailVerified"] as? Bool == false, "Facebook does not say that it verified an address")
        }
        // HMAC-SHA256 of “EAAtoken” with the key “app secret”, by Python's hmac.
        #expect(
            received.urls.withLock { $0 } == [
                "https://graph.facebook.com/v23.0/debug_token?input_token=EAAtoken&access_token=4242%7Capp%20secret",
                "https://graph.facebook.com/v23.0/me?fields=id,name,email,picture"
                    + "&appsecret_proof=45d01b22e41760765f46f22741a1fd88b32e5298348051854f19e66883ca21bf",
            ])
    }

    static let refused = [
        ("another app", #"{"data":{"app_id":"4243","type":"USER","is_valid":true,"user_id":"10220"}}"#, 200),
        ("no app", #"{"data":{"type":"USER","is_valid":true,"user_id":"10220"}}"#, 200),
        ("an app's token", #"{"data":{"app_id":"4242","type":"APP","is_valid":true}}"#, 200),
        ("a page's token", #"{"data":{"app_id":"4242","type":"PAGE","is_valid":true,"user_id":"10220"}}"#, 200),
        ("an expired token", #"{"data":{"app_id":"4242","type":"USER","is_valid":false,"user_id":"10220"}}"#, 200),
        ("is_valid as a text", #"{"data":{"app_id":"4242","type":"USER","is_valid":"true","user_id":"10220"}}"#, 200),
        ("another user", #"{"data":{"app_id":"4242","type":"USER","is_valid":true,"user_id":"10221"}}"#, 200),
        ("Facebook's refusal", #"{"error":{"message":"(#100) The App_id did not match","type":"OAuthException","code":100}}"#, 400),
        ("no JSON", "true", 200),
    ]

    @Test(arguments: refused) func anyOtherTokenIsRefused(_ name: String, _ about: String, _ status: Int) async throws {
        let server = try await server(about, status: status)
        try await server.run { caller in
            let reply = try await caller.idp(Self.body)
            #expect(reply.error == "INVALID_IDP_RESPONSE", "\(name): \(reply.text)")
            let key = IdentityKey(provider: Self.id, origin: "https://graph.facebook.com", rawID: "10220")
            let account = try await server.store.read { try $0.account(linkedTo: key, in: Realm(project: server.project.id)) }
            #expect(account == nil, "\(name)")
        }
    }
}
