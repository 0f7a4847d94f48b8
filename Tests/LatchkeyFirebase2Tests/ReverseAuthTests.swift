import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import ServerUnderTest
import Testing

/// System accounts of a device, with tokens of the system's consumer, which Twitter exchanges.
@Suite(.timeLimit(.minutes(10))) struct ReverseAuthTests {
    private func store(_ app: AppServer, of people: [String]) async throws -> ACAccountStore {
        var accounts: [(username: String, token: String, secret: String)] = []
        for person in people {
            let token = try await app.token(of: person, app: "systemSandboxConsumer0001")
            accounts.append((person, try #require(token["accessToken"], "\(token.text)"), try #require(token["tokenSecret"])))
        }
        let system = DeviceSystem(
            consumerKey: "systemSandboxConsumer0001", consumerSecret: "not-a-secret-system-6bMhVd4TsKxQ0oEyZcLuWnRf",
            apiURL: try #require(app.server.report.sandbox).twitter, accounts: accounts)
        return ACAccountStore(storage: MemorySessionStorage(), system: system)
    }

    @Test func anAccountOfTheSystemSignsIn() async throws {
        try await AppServer.run { app in
            _ = try await app.server.latchkey("projects", "set", "--reverse-auth", "yes").printed()
            let helper = TwitterAuthHelper(
                firebaseRef: Firebase(url: app.url), apiKey: AppServer.consumerKey, store: try await store(app, of: ["ada", "bob"]))
            let accounts = try await helper.selectTwitterAccount()
            #expect(accounts.map(\.username) == ["ada", "bob"])
            #expect(try await helper.authenticateAccount(accounts[1]).uid == "twitter:202930")
        }
    }

    @Test func theTextForItIsGivenOnRequest() async throws {
        try await AppServer.run { app in
            let (ref, note) = (Firebase(url: app.url), Notes())
            let request = { @MainActor in
                ref.makeReverseOAuthRequestTo("twitter") { error, json in
                    note("\(error?.code ?? 0) \((json?["oauth"] as? String)?.hasPrefix("OAuth oauth_") == true)")
                }
            }
            await request()
            #expect(await note.next() == ["\(FAuthenticationError.ProviderDisabled.rawValue) false"])
            _ = try await app.server.latchkey("projects", "set", "--reverse-auth", "yes").printed()
            await request()
            #expect(await note.next() == ["0 true"])
        }
    }

    /// Twitter issues no token for an application other than the one in the signed text.
    @Test func anotherApplicationsKeyIsRefused() async throws {
        try await AppServer.run { app in
            _ = try await app.server.latchkey("projects", "set", "--reverse-auth", "yes").printed()
            let helper = TwitterAuthHelper(
                firebaseRef: Firebase(url: app.url), apiKey: "foreignSandboxConsumer001", store: try await store(app, of: ["ada"]))
            let accounts = try await helper.selectTwitterAccount()
            await #expect { try await helper.authenticateAccount(accounts[0]) } throws: { error in
                let error = error as NSError
                return error.domain == AuthHelperError.domain && error.code == AuthHelperError.oAuthTokenRequestDenied.rawValue
            }
        }
    }

    @Test func noAccountIsNoSignIn() async throws {
        try await AppServer.run { app in
            let helper = TwitterAuthHelper(
                firebaseRef: Firebase(url: app.url), apiKey: AppServer.consumerKey, store: try await store(app, of: []))
            await #expect { try await helper.authenticateAccount(nil) } throws: {
                ($0 as NSError).code == AuthHelperError.accountAccessDenied.rawValue
            }
        }
    }
}
