import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// Rules of Simple Login identify users by `auth.provider` and `auth.id`. A number is unique at one provider only: a user who signs in with
/// another provider than the one in the uid must not pass for the user with that number there.
@Suite struct LegacyNamesakeTests {
    private func auth(_ reply: Reply, _ server: DatabaseServer) async throws -> [String: ClaimValue] {
        let secrets = DatabaseSecrets(store: server.server.store, sealer: server.server.sealer, now: { server.server.clock.now })
        return try await secrets.check(#require(reply["token"]), of: server.server.project.id).token.data
    }

    private static let ada = "firebase=default&email=ada%40example.org&password=lovelace"

    @Test func passwordOfAGitHubAccountHasNoSimpleLoginNumber() async throws {
        let server = try await DatabaseServer.servingLegacy { $0.oneAccountPerEmail = false }
        try await server.server.run { caller in
            let first = try await caller.legacyGet("/auth/github/token?firebase=default&access_token=g-ada")
            #expect(try await auth(first, server) == ["uid": .string("github:17"), "provider": .string("github"), "id": .string("17")])
            #expect(first.member("user", "id") == "17")
            let today = try await caller.idp("access_token=g-ada&providerId=github.com")
            let linked = try await caller.call(
                "accounts:signUp", ["idToken": try #require(today["idToken"]), "email": "ada@example.org", "password": "lovelace"])
            #expect(linked["localId"] == "github:17", "\(linked.text)")

            let login = try await caller.legacyGet("/auth/firebase?\(Self.ada)")
            #expect(
                try await auth(login, server) == [
                    "uid": .string("github:17"), "provider": .string("password"), "email": .string("ada@example.org"),
                ])
            #expect(login.member("user", "uid") == "github:17" && login.member("user", "id") == "github:17", "\(login.text)")
        }
    }

    @Test func gitHubOfAPasswordAccountHasNoGitHubNumber() async throws {
        let server = try await DatabaseServer.servingLegacy { $0.oneAccountPerEmail = false }
        try await server.server.run { caller in
            let made = try await caller.legacyGet("/auth/firebase/create?\(Self.ada)")
            #expect(made.member("user", "id") == "1", "\(made.text)")
            let today = try await caller.call(
                "accounts:signInWithPassword", ["email": "ada@example.org", "password": "lovelace", "returnSecureToken": true])
            let linked = try await caller.idp(
                "access_token=g-ada&providerId=github.com", ["idToken": try #require(today["idToken"])])
            #expect(linked["localId"] == "simplelogin:1", "\(linked.text)")

            let login = try await caller.legacyGet("/auth/github/token?firebase=default&access_token=g-ada")
            #expect(try await auth(login, server) == ["uid": .string("simplelogin:1"), "provider": .string("github")])
            #expect(login.member("user", "id") == "simplelogin:1", "\(login.text)")
            let password = try await caller.legacyGet("/auth/firebase?\(Self.ada)")
            #expect(try await auth(password, server)["id"] == .string("1"))
        }
    }
}
