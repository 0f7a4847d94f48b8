import Foundation
import LatchkeySecrets
import LatchkeyServer
import Testing

@testable package import LatchkeyIdentity

/// A server with a project that has both hooks, and the actions of its users.
package protocol HookedSuite: Sendable {
    var server: TestServer { get }
    var hook: PlayedHook { get }
}

extension HookedSuite {
    package static var refusal: String { "BLOCKING_FUNCTION_ERROR_RESPONSE" }
    package static var realm: Realm { Realm(project: .standard) }
    /// Ada's Twitter token.
    package static var twitterOfAda: String { "access_token=t-ada&oauth_token_secret=s&providerId=twitter.com" }

    package static func start() async throws -> (TestServer, PlayedHook) {
        let settings = ProjectSettings(
            anonymousSignIn: true, phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: true, signUpsPerHour: 0,
            emailLinkSignIn: true, hooks: PlayedHook.hooks)
        let server = try await TestServer(settings, provider: .withAda())
        let hook = PlayedHook()
        server.provider.play { hook.reply(to: $0) }
        return (server, hook)
    }

    package func signUp(_ caller: TestServer.Caller, _ email: String = "ada@example.org") async throws -> Reply {
        try await caller.call("accounts:signUp", ["email": email, "password": "lovelace", "displayName": "Ada"])
    }

    package func signIn(_ caller: TestServer.Caller, _ password: String = "lovelace") async throws -> Reply {
        try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": password])
    }

    package func accounts() async throws -> [Account] {
        try await server.store.read { try $0.accounts(in: Self.realm, after: nil, limit: 99) }
    }

    package func events() async throws -> [AuthEvent] {
        try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 99) }
    }

    package func claims(of token: String?) throws -> [String: ClaimValue] {
        let part = try #require(token).split(separator: ".")[1]
        let bytes = try #require(Base64URL.decode(String(part)))
        return try JSONDecoder().decode([String: ClaimValue].self, from: Data(bytes))
    }
}
