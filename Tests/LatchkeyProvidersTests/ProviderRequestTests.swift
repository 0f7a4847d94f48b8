import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyServer

/// `accounts:requestProvider`, which signs requests for apps that do not have the secret.
@Suite struct ProviderRequestTests {
    private static let body = "access_token=t-ada&oauth_token_secret=s&providerId=twitter.com"

    private func send(
        _ caller: TestServer.Caller, path: String = "/1.1/account/verify_credentials.json", token: String = "t-ada",
        provider: String = "twitter.com",
        idToken: String?
    ) async throws -> Reply {
        try await caller.call(
            "accounts:requestProvider",
            ["idToken": idToken ?? "", "providerId": provider, "path": path, "accessToken": token, "oauthTokenSecret": "s"])
    }

    @Test func serverReturnsTheProvidersResponse() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let ada = try await caller.idp(Self.body)["idToken"]
            let reply = try await send(caller, idToken: ada)
            #expect(reply.json["status"] as? Int == 200, "\(reply.text)")
            #expect(reply["contentType"] == "application/json")
            #expect(reply["body"]?.contains(#""screen_name":"ada""#) == true)
            // A refusal of the provider is a response like any other.
            let refused = try await send(caller, token: "t-nobody", idToken: ada)
            #expect(refused.json["status"] as? Int == 401)
        }
    }

    @Test(arguments: [
        "/2/tweets", "/2/users/me/", "/2/users/../users/me", "/2/users/%6de", "//2/users/me", "2/users/me", "", "/2/users/me#x",
        "https://example.org/2/users/me",
    ])
    func otherPlacesAreNotRead(path: String) async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let ada = try await caller.idp(Self.body)["idToken"]
            let before = server.provider.requests.count
            let reply = try await send(caller, path: path, idToken: ada)
            #expect(["OPERATION_NOT_ALLOWED", "INVALID_ARGUMENT"].contains(reply.error), "\(reply.text)")
            #expect(server.provider.requests.count == before, "nothing was asked")
        }
    }

    @Test func aProjectAllowsMorePlaces() async throws {
        let server = try await TestServer(provider: .withAda())
        server.provider.play { request in
            request.head.path == "/2/users/by/username/ada?user.fields=name" ? PlayedProvider.json(200, "{}") : nil
        }
        let rule = try #require(ProviderRequestRule("twitter.com/2/users/by/username/*"))
        try await server.change { $0.providerRequests = [rule] }
        try await server.run { caller in
            let ada = try await caller.idp(Self.body)["idToken"]
            let reply = try await send(caller, path: "/2/users/by/username/ada?user.fields=name", idToken: ada)
            #expect(reply["body"] == "{}", "\(reply.text)")
            #expect(try await send(caller, path: "/2/users/by/username/a/b", idToken: ada).error == "OPERATION_NOT_ALLOWED")
            #expect(
                try await send(caller, path: "/2/users/me", idToken: ada).error == "OPERATION_NOT_ALLOWED", "it is not the rule any more")
        }
    }

    /// The server does not sign for a user with someone else's token.
    @Test func tokenMustBelongToALinkedIdentity() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let signUp = try await caller.call(
                "accounts:signUp", ["email": "bob@example.org", "password": "lovelace", "returnSecureToken": true])
            #expect(try await send(caller, idToken: signUp["idToken"]).error == "OPERATION_NOT_ALLOWED")
            #expect(try await send(caller, idToken: nil).error == "MISSING_ID_TOKEN")
            let ada = try await caller.idp(Self.body)["idToken"]
            #expect(try await send(caller, token: "12345-of-somebody-else", idToken: ada).error == "OPERATION_NOT_ALLOWED")
            #expect(try await send(caller, token: "9007199254740993-of-ada", idToken: ada).json["status"] as? Int == 401)
        }
    }

    @Test func sixtyTimesAMinuteAreEnough() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let ada = try await caller.idp(Self.body)["idToken"]
            for _ in 0..<60 { #expect(try await send(caller, idToken: ada).status == .ok) }
            #expect(try await send(caller, idToken: ada).status == .tooManyRequests)
            server.clock.advance(bySeconds: 1)
            #expect(try await send(caller, idToken: ada).status == .ok)
        }
    }
}
