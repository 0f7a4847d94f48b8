import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyServerTestSupport
import Testing

/// Apps that Apple's systems open with a URL of the server.
@Suite struct UniversalLinkTests {
    private static let appID = "1:123:ios:abc"
    private static let received = ["appId": appID, "ibi": "org.example.app", "returnBy": "universalLink"]

    private func register(
        _ server: TestServer, id: String = appID, team: String? = "A1B2C3D4E5", project: ProjectID = .standard, name: String = "Notes"
    ) async throws {
        let app = RegisteredApp(
            id: id, project: project, platform: .ios, bundleID: "org.example.app", teamID: team, displayName: name,
            createdAt: server.clock.now)
        try await server.store.write { try $0.insert(app) }
    }

    @Test func thereAndBackByAnAddressOfTheServer() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-code", for: "g-ada")
        let server = try await TestServer(provider: provider)
        try await register(server)
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller, Self.received)
            let back = try await caller.send(
                .get, "/__/auth/handler?code=the-code&state=\(begun.state)", headers: [.cookie: begun.cookie])
            let address = try #require(back.headers[.location])
            #expect(address.hasPrefix("https://auth.example.org/__/auth/callback/app-1-123-ios-abc?"))
            let delivered = try Parameters(queryOf: address)
            #expect(delivered["eventId"] == "EVENT" && delivered["authType"] == "signInWithRedirect")
            let owner = try await caller.call(
                "accounts:signInWithIdp",
                ["requestUri": delivered["link"], "sessionId": BegunSignIn.sessionID, "postBody": "providerId=github.com"])
            #expect(owner["username"] == "adal", "\(owner.text)")
        }
    }

    @Test func deniedConsentReturnsByUniversalLink() async throws {
        let server = try await TestServer()
        try await register(server)
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller, Self.received)
            let back = try await caller.send(
                .get, "/__/auth/handler?error=access_denied&state=\(begun.state)", headers: [.cookie: begun.cookie])
            let address = try #require(back.headers[.location])
            #expect(address.hasPrefix("https://auth.example.org/__/auth/callback/app-1-123-ios-abc?"))
            #expect(try Parameters(queryOf: address)["firebaseError"]?.contains("auth/user-cancelled") == true)
        }
    }

    /// A program that has claimed the scheme could request it.
    @Test func anAppOfATeamIsNeverReturnedToByItsScheme() async throws {
        let server = try await TestServer()
        try await register(server)
        try await server.run { caller in
            for returnBy in ["", "scheme"] {
                let input = Self.received.merging(["returnBy": returnBy]) { $1 }
                let reply = try await caller.send(.get, BegunSignIn.address(input, key: caller.apiKey))
                #expect(reply.status == .badRequest && reply.text.contains("universal link only"), "\(reply.text)")
            }
        }
    }

    @Test func invalidReturnsAreRejectedBeforeTheSignIn() async throws {
        let server = try await TestServer()
        try await register(server, team: nil)
        try await server.run { caller in
            let noTeam = try await caller.send(.get, BegunSignIn.address(Self.received, key: caller.apiKey))
            #expect(noTeam.status == .badRequest && noTeam.text.contains("projects app set"), "\(noTeam.text)")
            let odd = Self.received.merging(["returnBy": "https://evil.example/"]) { $1 }
            let unknown = try await caller.send(.get, BegunSignIn.address(odd, key: caller.apiKey))
            #expect(unknown.status == .badRequest && unknown.text.contains("“returnBy”"), "\(unknown.text)")
            let loopback = try await caller.send(.get, BegunSignIn.address(["returnBy": "universalLink"], key: caller.apiKey))
            #expect(loopback.status == .badRequest && loopback.text.contains("“appId”"), "\(loopback.text)")
            _ = try await BegunSignIn.start(caller, ["appId": Self.appID, "returnBy": "scheme"])
        }
    }

    /// Apple's systems read the association at `https://HOST/` and nowhere else.
    @Test(arguments: ["http://auth.example.org", "https://auth.example.org:8443"])
    func universalLinksRequireHTTPSWithoutAPort(_ address: String) async throws {
        let server = try await TestServer(publicURL: address)
        try await register(server)
        try await server.run { caller in
            let host = address.split(separator: "/").last.map(String.init) ?? ""
            let reply = try await caller.send(
                .get, BegunSignIn.address(Self.received, key: caller.apiKey), headers: [TestServer.openedAs: host])
            #expect(reply.status == .badRequest && reply.text.contains("without a port"), "\(reply.status) \(reply.text)")
        }
    }

    /// The format of Apple's documentation of associated domains.
    @Test func theServerNamesTheAppsThatMayBeOpened() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let none = try await caller.send(.get, "/.well-known/apple-app-site-association")
            #expect(none.text == #"{"applinks":{"details":[]},"webcredentials":{"apps":[]}}"#)
            try await register(server, id: "1:123:ios:without", team: nil)
            try await register(server)
            let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { [clock = server.clock] in clock.now })
            _ = try await setup.create("shop", displayName: "Shop")
            try await register(server, id: "1:2:ios:b", team: "ZZZZZZZZZZ", project: "shop")
            try await register(server, id: "1:2:ios:c", project: "shop")
            let reply = try await caller.send(.get, "/.well-known/apple-app-site-association")
            #expect(reply.headers[.contentType]?.hasPrefix("application/json") == true)
            let expected = """
                {"applinks":{"details":[\
                {"appIDs":["A1B2C3D4E5.org.example.app"],\
                "components":[{"/":"/__/auth/callback/app-1-123-ios-abc"},{"/":"/__/auth/callback/app-1-2-ios-c"}]},\
                {"appIDs":["ZZZZZZZZZZ.org.example.app"],"components":[{"/":"/__/auth/callback/app-1-2-ios-b"}]}]},\
                "webcredentials":{"apps":["A1B2C3D4E5.org.example.app","ZZZZZZZZZZ.org.example.app"]}}
                """
            #expect(reply.text == expected)
        }
    }

    /// A browser that follows the redirect stays at such a URL, and the page must not reveal its contents.
    @Test func returnPageDoesNotRevealItsURL() async throws {
        let server = try await TestServer()
        try await register(server)
        try await server.run { caller in
            let path = "/__/auth/callback/app-1-123-ios-abc?eventId=E&link=https%3A%2F%2Fa"
            let page = try await caller.send(.get, path)
            #expect(page.status == .ok && page.text.contains("Back to the app"))
            #expect(!page.text.contains("app-1-123") && !page.text.contains("link="), "what the address holds is not in the page")
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.headers[HTTPField.Name("referrer-policy")!] == "no-referrer")
        }
    }
}
