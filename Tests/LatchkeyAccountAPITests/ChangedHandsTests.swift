import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// An account changes hands or ends sessions while earlier requests are still in progress.
@Suite struct ChangedHandsTests {
    private let gitHubBody = "access_token=g-ada&providerId=github.com"
    private let twitterBody = "access_token=t-eve&oauth_token_secret=s&providerId=twitter.com"

    private func server() async throws -> TestServer {
        let provider = PlayedProvider()
        provider.add(.init(id: "7", name: "Ada", username: "ada", email: "ada@example.org"), token: "g-ada")
        provider.add(.init(id: "8", name: "Eve", username: "eve", email: nil), token: "t-eve")
        let server = try await TestServer(provider: provider)
        try await server.configure(.github, origin: "https://github.test", trusted: true)
        return server
    }

    private func sessions(of server: TestServer) -> Sessions {
        let clock = server.clock
        return Sessions(store: server.store, authority: server.authority, now: { clock.now })
    }

    private func vault(of server: TestServer) -> PasswordVault {
        PasswordVault(pool: HashingPool(width: 1), sealer: server.sealer, random: .system)
    }

    private func issuer(of server: TestServer) -> CodeIssuer {
        CodeIssuer(outbox: Outbox(sealer: server.sealer)) { $0.mode.rawValue }
    }

    /// Eve registers Ada's address; her token is verified; then Ada verifies her address. The clock does not move.
    private func eveAfterTheTakeover(_ server: TestServer) async throws -> SignedInCaller {
        try await server.run { caller in
            let eve = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "eves password"])
            let project = try #require(try await server.store.read { try $0.project(.standard) })
            let checked = try await sessions(of: server).check(try #require(eve["idToken"]), from: .init(project: project))
            let ada = try await caller.idp(gitHubBody)
            #expect(ada["localId"] == eve["localId"])
            return checked
        }
    }

    @Test func aPasswordChangeThatWasOnItsWayIsRefused() async throws {
        let server = try await server()
        let eve = try await eveAfterTheTakeover(server)
        let clock = server.clock
        let update = AccountUpdate(
            store: server.store, sessions: sessions(of: server), passwords: vault(of: server), codes: issuer(of: server),
            now: { clock.now })
        await #expect(throws: SignInError(.tokenExpired)) {
            try await update.apply(AccountEdit(password: Secret("another password")), by: eve)
        }
        let account = try await server.store.read { try $0.account(eve.account.id, in: eve.caller.realm) }
        #expect(account?.password == nil)
        #expect(try await server.store.read { try $0.sessions(of: eve.account.id, in: eve.caller.realm) }.count == 1)
    }

    @Test func aLinkThatWasOnItsWayIsRefused() async throws {
        let server = try await server()
        let eve = try await eveAfterTheTakeover(server)
        let clock = server.clock
        let signIn = ProviderSignIn(store: server.store, sessions: sessions(of: server), sealer: server.sealer, now: { clock.now })
        let hers = ProviderAssertion(
            key: IdentityKey(provider: .twitter, origin: "https://twitter.test", rawID: "8"), tokens: .init(accessToken: Secret("t-eve")))
        await #expect(throws: SignInError(.tokenExpired)) { try await signIn.finish(hers, for: .link(eve)) }
        let account = try await server.store.read { try $0.account(eve.account.id, in: eve.caller.realm) }
        #expect(account?.identities.map(\.key.provider) == [.github])
    }

    @Test func anUpgradeAndADeletionThatWereOnTheirWayAreRefused() async throws {
        let server = try await server()
        let eve = try await eveAfterTheTakeover(server)
        let clock = server.clock
        let signUp = SignUp(
            store: server.store, sessions: sessions(of: server), passwords: vault(of: server), codes: issuer(of: server),
            now: { clock.now })
        let email = try #require(EmailAddress("ada@example.org"))
        await #expect(throws: SignInError(.tokenExpired)) {
            try await signUp.upgrade(eve, email: email, password: Secret("another password"))
        }
        let removal = AccountRemoval(store: server.store, sessions: sessions(of: server), now: { clock.now })
        await #expect(throws: SignInError(.tokenExpired)) { try await removal.delete(eve) }
        #expect(try await server.store.read { try $0.account(eve.account.id, in: eve.caller.realm) } != nil)
    }

    @Test func aTokenOfTheSameSecondDiesWithThePassword() async throws {
        let server = try await server()
        try await server.run { caller in
            let mine = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "a password"])
            let thief = try await caller.call("accounts:signInWithPassword", ["email": "bob@example.org", "password": "a password"])
            let changed = try await caller.call("accounts:update", ["idToken": mine["idToken"], "password": "a new password"])
            #expect(changed.status == .ok)
            for token in [thief["idToken"], mine["idToken"]] {
                #expect(try await caller.call("accounts:lookup", ["idToken": token]).error == "TOKEN_EXPIRED")
                #expect(try await caller.call("accounts:update", ["idToken": token, "password": "backdoor"]).error == "TOKEN_EXPIRED")
            }
            #expect(try await caller.call("accounts:lookup", ["idToken": changed["idToken"]]).status == .ok)
        }
    }

    @Test func anOldSessionDoesNotBecomeARecentOneByLinkingOrChanging() async throws {
        let server = try await server()
        try await server.run { caller in
            let old = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "a password"])
            server.clock.advance(bySeconds: 400)
            let linked = try await caller.idp(twitterBody, ["idToken": old["idToken"]])
            #expect(linked.status == .ok)
            for edit in [
                ["password": "a new password"], ["deleteProvider": ["password"]], ["deleteAttribute": ["PASSWORD"]],
                ["deleteAttribute": ["EMAIL"]],
            ] as [[String: any Sendable]] {
                let reply = try await caller.call("accounts:update", edit.merging(["idToken": linked["idToken"]]) { first, _ in first })
                #expect(reply.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
            #expect(try await caller.call("accounts:delete", ["idToken": linked["idToken"]]).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }

    @Test func aChangeIsNoSignIn() async throws {
        let server = try await server()
        try await server.run { caller in
            let first = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "a password"])
            server.clock.advance(bySeconds: 200)
            let changed = try await caller.call("accounts:update", ["idToken": first["idToken"], "password": "a new password"])
            server.clock.advance(bySeconds: 101)
            let again = try await caller.call("accounts:update", ["idToken": changed["idToken"], "password": "yet another"])
            #expect(again.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let user = try await caller.call("accounts:lookup", ["idToken": changed["idToken"]])
            let users = user.json["users"] as? [[String: Any]]
            #expect(users?.first?["lastLoginAt"] as? String == "1800000000000")
        }
    }

    @Test func removingThePasswordEndsItsSessions() async throws {
        let server = try await server()
        try await server.run { caller in
            let mine = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "a password"])
            let thief = try await caller.call("accounts:signInWithPassword", ["email": "bob@example.org", "password": "a password"])
            let linked = try await caller.idp(twitterBody, ["idToken": mine["idToken"]])
            let unlinked = try await caller.call("accounts:update", ["idToken": linked["idToken"], "deleteProvider": ["password"]])
            #expect(unlinked.status == .ok)
            func refresh(_ tokens: Reply) async throws -> Reply {
                try await caller.post(
                    "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(tokens["refreshToken"] ?? "")"}"#)
            }
            for other in [thief, mine] {
                #expect(try await caller.call("accounts:lookup", ["idToken": other["idToken"]]).error == "TOKEN_EXPIRED")
                #expect(try await refresh(other).error == "TOKEN_EXPIRED")
            }
            // Some clients ignore the tokens of such a response.
            #expect(unlinked["idToken"] == nil && unlinked["refreshToken"] == nil)
            #expect(try await caller.call("accounts:lookup", ["idToken": linked["idToken"]]).status == .ok, "the requesting session stays")
            #expect(try await refresh(linked).status == .ok)
            let removed = try await caller.call("accounts:update", ["idToken": linked["idToken"], "deleteAttribute": ["DISPLAY_NAME"]])
            #expect(removed.status == .ok, "and goes on")
        }
    }

    @Test func everyCallThatChangesTheAddressRequiresVerification() async throws {
        let server = try await server()
        try await server.run { caller in
            let mine = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "a password"])
            for address in ["new@example.org", "ada@example.org"] {
                let reply = try await caller.call(
                    "accounts:signUp", ["idToken": mine["idToken"], "email": address, "password": "a password"])
                #expect(reply.error == "OPERATION_NOT_ALLOWED")
            }
        }
    }

    @Test func aRefreshIsSeenOnTheAccount() async throws {
        let server = try await server()
        try await server.run { caller in
            let mine = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "a password"])
            server.clock.advance(bySeconds: 120)
            _ = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(mine["refreshToken"] ?? "")"}"#)
            let user = try await caller.call("accounts:lookup", ["idToken": mine["idToken"]])
            let users = user.json["users"] as? [[String: Any]]
            #expect(users?.first?["lastRefreshAt"] as? String == "2027-01-15T08:02:00.000Z")
        }
    }
}
