// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import Testing

/// Apps that Apple's systems open with an address of the server.
@Suite struct UniversalLinkTests {
    private static let appID = "1:123:ios:abc"
    private static let asked = ["appId": appID, "ibi": "org.example.app", "returnBy": "universalLink"]

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
            let begun = try await BegunSignIn.start(caller, Self.asked)
            let back = try await caller.send(
                .get, "/__/auth/handler?code=the-code&state=\(begun.state)", headers: [.cookie: begun.cookie])
            let address = try #require(back.headers[.location])
            #expect(address.hasPrefix("https://auth.example.org/__/auth/callback?"))
            let delivered = try Parameters(queryOf: address)
            #expect(delivered["eventId"] == "EVENT" && delivered["authType"] == "signInWithRedirect")
            let owner = try await caller.call(
                "accounts:signInWithIdp",
                ["requestUri": delivered["link"], "sessionId": BegunSignIn.sessionID, "postBody": "providerId=github.com"])
            #expect(owner["username"] == "adal", "\(owner.text)")
        }
    }

    @Test func whoSaysNoComesBackTheSameWay() async throws {
        let server = try await TestServer()
        try await register(server)
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller, Self.asked)
            let back = try await caller.send(
                .get, "/__/auth/handler?error=access_denied&state=\(begun.state)", headers: [.cookie: begun.cookie])
            let address = try #require(back.headers[.location])
            #expect(address.hasPrefix("https://auth.example.org/__/auth/callback?"))
            #expect(try Parameters(queryOf: address)["firebaseError"]?.contains("auth/user-cancelled") == true)
        }
    }

    @Test func whatTheServerCannotDoItDoesNotBegin() async throws {
        let server = try await TestServer()
        try await register(server, team: nil)
        try await server.run { caller in
            let noTeam = try await caller.send(.get, BegunSignIn.address(Self.asked, key: caller.apiKey))
            #expect(noTeam.status == .badRequest && noTeam.text.contains("projects app set"), "\(noTeam.text)")
            let odd = Self.asked.merging(["returnBy": "https://evil.example/"]) { $1 }
            let unknown = try await caller.send(.get, BegunSignIn.address(odd, key: caller.apiKey))
            #expect(unknown.status == .badRequest && unknown.text.contains("“returnBy”"), "\(unknown.text)")
            let loopback = try await caller.send(.get, BegunSignIn.address(["returnBy": "universalLink"], key: caller.apiKey))
            #expect(loopback.status == .badRequest && loopback.text.contains("“appId”"), "\(loopback.text)")
            _ = try await BegunSignIn.start(caller, ["appId": Self.appID, "returnBy": "scheme"])
        }
    }

    /// The form of Apple's documentation of associated domains.
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
            let answer = try await caller.send(.get, "/.well-known/apple-app-site-association")
            #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
            let apps = #"["A1B2C3D4E5.org.example.app","ZZZZZZZZZZ.org.example.app"]"#
            #expect(
                answer.text
                    == #"{"applinks":{"details":[{"appIDs":\#(apps),"components":[{"/":"/__/auth/callback"}]}]},"webcredentials":{"apps":\#(apps)}}"#
            )
        }
    }

    /// A browser that was redirected stays with such an address; the person is not left there.
    @Test func aBrowserThatFollowsTheAddressOffersTheApp() async throws {
        let server = try await TestServer()
        try await register(server, name: "<b>Notes</b>")
        try await server.run { caller in
            let path = "/__/auth/callback?appId=1%3A123%3Aios%3Aabc&eventId=E&link=https%3A%2F%2Fa"
            let page = try await caller.send(.get, path)
            #expect(page.status == .ok && page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            let deepLink = "app-1-123-ios-abc://firebaseauth/link?deep_link_id=" + PercentEncoding.encode("https://auth.example.org" + path)
            #expect(page.text.contains(#"href="\#(deepLink)""#), "\(page.text)")
            #expect(page.text.contains("&lt;b&gt;Notes") && !page.text.contains("<b>"))
        }
    }

    @Test(arguments: [
        "", "?appId=1:9:ios:other", "?appId=1:123:ios:without", "?appId=%ff", "?appId=" + String(repeating: "x", count: 25_000),
    ])
    func anAddressForNoAppOpensNone(_ query: String) async throws {
        let server = try await TestServer()
        try await register(server, id: "1:123:ios:without", team: nil)
        try await server.run { caller in
            let page = try await caller.send(.get, "/__/auth/callback" + query)
            #expect([.notFound, .uriTooLong].contains(page.status) && !page.text.contains("firebaseauth"), "\(page.status) \(page.text)")
        }
    }
}
