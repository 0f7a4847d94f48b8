import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyWeb
import Testing

/// The server's part of the web flow of web apps; the browser's part is in `Interop/test_web_flow.py`.
@Suite struct WebFlowTests {
    private static func address(_ key: String, _ more: [String: String?] = [:]) -> String {
        var query: [String: String?] = [
            "apiKey": key, "appName": "[DEFAULT]", "authType": "signInViaPopup", "redirectUrl": "http://localhost:5173/page?x=1#y",
            "v": "12.0.0", "eventId": "1234567890", "providerId": "github.com",
        ]
        query.merge(more) { _, new in new }
        return "/__/auth/handler?"
            + query.compactMap { name, value in value.map { name + "=" + PercentEncoding.encode($0) } }.sorted().joined(separator: "&")
    }

    private static func server(domains: [String] = ["localhost", "app.example.org"]) async throws -> TestServer {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-code", for: "g-ada")
        let server = try await TestServer(provider: provider)
        var project = server.project
        project.authorizedDomains = domains
        let saved = project
        try await server.store.write { try $0.update(saved) }
        return server
    }

    /// A data attribute of the page that delivers the event.
    private static func data(_ name: String, of page: Reply) throws -> String {
        let mark = try #require(page.text.range(of: "data-\(name)=\""), "\(page.text)")
        return String(page.text[mark.upperBound...].prefix { $0 != "\"" })
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&amp;", with: "&")
    }

    private static func event(of page: Reply) throws -> [String: Any] {
        let text = try data("event", of: page)
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// Goes to the provider and returns.
    private static func comeBack(
        _ caller: TestServer.Caller, _ more: [String: String?] = [:], reply: String = "code=the-code"
    ) async throws -> Reply {
        let begun = try await caller.send(.get, address(caller.apiKey, more))
        #expect(begun.status == .seeOther, "\(begun.text)")
        let cookie = try #require(begun.headers[.setCookie]).prefix { $0 != ";" }
        let state = try #require(try Parameters(queryOf: begun.headers[.location] ?? "")["state"])
        return try await caller.send(.get, "/__/auth/handler?\(reply)&state=\(state)", headers: [.cookie: String(cookie)])
    }

    @Test(arguments: ["signInViaPopup", "linkViaPopup", "reauthViaPopup"])
    func aPopupDeliversToTheOriginThatWasChecked(_ authType: String) async throws {
        try await Self.server().run { caller in
            let page = try await Self.comeBack(caller, ["authType": authType])
            #expect(page.status == .ok)
            #expect(try Self.data("kind", of: page) == "popup")
            #expect(try Self.data("origin", of: page) == "http://localhost:5173")
            let event = try Self.event(of: page)
            #expect(event["type"] as? String == authType && event["eventId"] as? String == "1234567890" && event["error"] == nil)
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.headers[HTTPField.Name("referrer-policy")!] == "no-referrer")
            #expect(page.headers[HTTPField.Name("cross-origin-opener-policy")!] == nil, "it would cut off the page that opened it")
            let policy = page.headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
            // No data of the provider, and nothing that opens an account by itself.
            #expect(!page.text.contains("the-code") && !page.text.contains("refreshToken") && !page.text.contains("access_token"))
        }
    }

    @Test func theResultIsForTheSessionOfTheEventAndWorksOnce() async throws {
        try await Self.server().run { caller in
            let event = try Self.event(of: try await Self.comeBack(caller))
            let sessionID = try #require(event["sessionId"] as? String)
            let uri = try #require(event["urlResponse"] as? String)
            #expect(sessionID.utf8.count == 43)
            for other in ["", "1234567890", String(repeating: "A", count: 43)] {
                let refused = try await caller.call("accounts:signInWithIdp", ["requestUri": uri, "sessionId": other])
                #expect(refused.error == "INVALID_IDP_RESPONSE", "\(other)")
            }
            let entered = try await caller.call("accounts:signInWithIdp", ["requestUri": uri, "sessionId": sessionID])
            #expect(entered.status == .ok && entered["providerId"] == "github.com", "\(entered.text)")
            let again = try await caller.call("accounts:signInWithIdp", ["requestUri": uri, "sessionId": sessionID])
            #expect(again.error == "INVALID_IDP_RESPONSE")
        }
    }

    @Test func aCallbackIsTakenOnceAndInItsBrowserOnly() async throws {
        try await Self.server().run { caller in
            let begun = try await caller.send(.get, Self.address(caller.apiKey))
            let cookie = String(try #require(begun.headers[.setCookie]).prefix { $0 != ";" })
            let state = try #require(try Parameters(queryOf: begun.headers[.location] ?? "")["state"])
            let callback = "/__/auth/handler?code=the-code&state=\(state)"
            let stranger = try await caller.send(.get, callback)
            #expect(stranger.status == .badRequest && !stranger.text.contains("data-event"))
            #expect(try await caller.send(.get, callback, headers: [.cookie: cookie]).status == .ok)
            #expect(try await caller.send(.get, callback, headers: [.cookie: cookie]).status == .badRequest)
        }
    }

    @Test func aRedirectGoesBackToItsPage() async throws {
        try await Self.server().run { caller in
            let page = try await Self.comeBack(
                caller, ["authType": "signInViaRedirect", "redirectUrl": "https://app.example.org/page?x=1#y"])
            #expect(try Self.data("kind", of: page) == "redirect")
            #expect(try Self.data("url", of: page) == "https://app.example.org/page?x=1#y")
            #expect(try Self.data("origin", of: page) == "https://app.example.org")
        }
    }

    /// Firebase's JavaScript library sends no `eventId` with `signInWithRedirect`, and the account's uid in the event ID of a link.
    @Test(arguments: [
        ("signInViaRedirect", nil), ("linkViaRedirect", String(repeating: "u", count: 128) + ":::1234567890"),
        ("reauthViaRedirect", String(repeating: "ü", count: 128) + ":::1234567890"),
    ])
    func aRedirectReturnsTheEventIDThatItWasGiven(_ authType: String, _ eventID: String?) async throws {
        try await Self.server().run { caller in
            let page = try await Self.comeBack(
                caller, ["authType": authType, "eventId": eventID, "redirectUrl": "https://app.example.org/"])
            let event = try Self.event(of: page)
            #expect(event["type"] as? String == authType && event["eventId"] as? String == eventID)
            #expect(event["urlResponse"] is String && event["sessionId"] is String)
        }
    }

    @Test func providerErrorsReachTheApp() async throws {
        try await Self.server().run { caller in
            let page = try await Self.comeBack(caller, reply: "error=access_denied")
            let event = try Self.event(of: page)
            #expect((event["error"] as? [String: Any])?["code"] as? String == "auth/user-cancelled")
            #expect(event["urlResponse"] == nil && event["eventId"] as? String == "1234567890")
        }
    }

    @Test(arguments: [
        "https://evil.example/", "https://app.example.org.evil.example/", "https://evil.example/?https://app.example.org/",
        "http://app.example.org/", "https://sub.app.example.org/",
    ])
    func foreignPageIsRejected(_ url: String) async throws {
        try await Self.server().run { caller in
            let popup = try await caller.send(.get, Self.address(caller.apiKey, ["redirectUrl": url]))
            #expect(popup.status == .badRequest && popup.headers[.location] == nil && popup.headers[.setCookie] == nil)
            #expect(try Self.data("kind", of: popup) == "refusal")
            let event = try Self.event(of: popup)
            #expect((event["error"] as? [String: Any])?["code"] as? String == "auth/unauthorized-domain")
            #expect(event["urlResponse"] == nil && event["sessionId"] == nil)
            let redirect = try await caller.send(.get, Self.address(caller.apiKey, ["redirectUrl": url, "authType": "signInViaRedirect"]))
            #expect(redirect.status == .badRequest && redirect.headers[.location] == nil)
            #expect(!redirect.text.contains("id=\"delivery\""))
        }
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "//app.example.org/", "https:/app.example.org/", "app.example.org", "*",
        "https://app.example.org\\@evil.example/",
        "https://user@app.example.org/", "https://app.example.org%2eevil.example/", "https://app.example.org:0/",
        "https://app.example.org /", "https://app.example.org\u{0}.evil.example/", "https://аpp.example.org/",
    ])
    func invalidRedirectURLsAreRejected(_ url: String) async throws {
        try await Self.server().run { caller in
            for type in ["signInViaPopup", "signInViaRedirect"] {
                let reply = try await caller.send(.get, Self.address(caller.apiKey, ["redirectUrl": url, "authType": type]))
                #expect(reply.status == .badRequest && reply.headers[.location] == nil)
                #expect(!reply.text.contains("id=\"delivery\"") || (try? Self.data("kind", of: reply)) == "refusal")
            }
        }
    }

    @Test(arguments: [
        ("apiKey", "wrong", "auth/invalid-api-key"), ("tid", "nobody", "auth/invalid-tenant-id"), ("appName", "", "auth/argument-error"),
        ("appName", String(repeating: "x", count: 257), "auth/argument-error"), ("customParameters", "[1]", "auth/argument-error"),
    ])
    func invalidParametersAreReportedToThePopup(_ name: String, _ value: String, _ code: String) async throws {
        try await Self.server().run { caller in
            let reply = try await caller.send(.get, Self.address(caller.apiKey, [name: value]))
            #expect(reply.status == .badRequest)
            let event = try Self.event(of: reply)
            #expect((event["error"] as? [String: Any])?["code"] as? String == code)
            #expect(try Self.data("origin", of: reply) == "http://localhost:5173")
        }
    }

    @Test(arguments: [
        ["eventId": nil], ["eventId": String(repeating: "1", count: 526)], ["redirectUrl": nil], ["authType": "verifyApp"],
        ["eventId": nil, "authType": "linkViaPopup"], ["eventId": String(repeating: "1", count: 526), "authType": "linkViaRedirect"],
        ["redirectUrl": "https://app.example.org/" + String(repeating: "x", count: 4096)],
    ])
    func requestsWithoutATargetShowAnErrorPage(_ change: [String: String?]) async throws {
        try await Self.server().run { caller in
            let reply = try await caller.send(.get, Self.address(caller.apiKey, change))
            #expect(reply.status == .badRequest && !reply.text.contains("id=\"delivery\""))
            #expect(reply.text.contains("This sign-in cannot begin"))
        }
    }

    @Test func aRedirectThatABrowserWouldLoseIsNotBegun() async throws {
        try await Self.server(domains: ["localhost", "app.example.net"]).run { caller in
            for url in ["https://app.example.net/", "http://localhost/"] {
                let reply = try await caller.send(.get, Self.address(caller.apiKey, ["authType": "linkViaRedirect", "redirectUrl": url]))
                #expect(reply.status == .badRequest && reply.text.contains("Use a popup"), "\(url)")
                #expect(try await caller.send(.get, Self.address(caller.apiKey, ["redirectUrl": url])).status == .seeOther)
            }
        }
    }

    @Test func redirectBetweenTwoNamesOfOneMachineIsExplained() async throws {
        try await TestServer(publicURL: "http://127.0.0.1:9099").run { caller in
            let query = ["authType": "signInViaRedirect", "eventId": nil, "redirectUrl": "http://localhost:5173/page?x=1&y=2"]
            let reply = try await caller.send(.get, Self.address(caller.apiKey, query))
            #expect(reply.status == .badRequest && reply.text.contains("--public-url http://localhost:9099"), "\(reply.text)")
            #expect(reply.text.contains(#"<a href="http://localhost:5173/page?x=1&amp;y=2">Back to the app</a>"#), "\(reply.text)")
            // A page of another origin gets no link.
            let foreign = try await caller.send(
                .get, Self.address(caller.apiKey, ["authType": "signInViaRedirect", "redirectUrl": "https://evil.example/"]))
            #expect(foreign.status == .badRequest && !foreign.text.contains("<a href"))
        }
    }

    @Test func localRedirectsRequestConsent() async throws {
        try await Self.server().run { caller in
            let own = try await caller.send(.get, Self.address(caller.apiKey))
            let remote = try await caller.send(.get, Self.address(caller.apiKey, ["redirectUrl": "https://app.example.org/"]))
            #expect(try Parameters(queryOf: own.headers[.location] ?? "")["prompt"] != nil)
            #expect(try Parameters(queryOf: remote.headers[.location] ?? "")["prompt"] == nil)
        }
    }

    // MARK: The frame

    @Test(arguments: ["/__/auth/iframe", "/emulator/auth/iframe"])
    func theFrameIsForAuthorizedDomainsAlone(_ path: String) async throws {
        try await Self.server().run { caller in
            let frame = try await caller.send(.get, "\(path)?apiKey=\(caller.apiKey)&appName=x")
            let policy = try #require(frame.headers[.contentSecurityPolicy])
            #expect(
                policy.hasSuffix("; frame-ancestors https://localhost:* http://localhost:* https://app.example.org:*"), "\(policy)")
            #expect(policy.contains("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"))
            #expect(frame.headers[HTTPField.Name("x-frame-options")!] == nil && frame.headers[.cacheControl] == "no-store")
            #expect(!frame.text.contains("https://") && !frame.text.contains("emulator"))
        }
    }

    @Test func frameWithoutAValidKeyCannotBeEmbedded() async throws {
        try await Self.server().run { caller in
            for query in ["", "?apiKey=", "?apiKey=wrong", "?apiKey=\(caller.apiKey)&apiKey=\(caller.apiKey)", "?apiKey=%ff"] {
                let frame = try await caller.send(.get, "/__/auth/iframe" + query)
                #expect(frame.status == .badRequest)
                #expect(frame.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            }
        }
        try await Self.server(domains: []).run { caller in
            let frame = try await caller.send(.get, "/__/auth/iframe?apiKey=\(caller.apiKey)")
            #expect(frame.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
        }
    }

    @Test func theFrameIsAtTheAddressOfTheHandler() async throws {
        try await Self.server().run { caller in
            let moved = try await caller.send(
                .get, "/emulator/auth/iframe?apiKey=\(caller.apiKey)&appName=x", headers: [TestServer.openedAs: "127.0.0.1:9099"])
            let query = "apiKey=\(caller.apiKey)&appName=x&latchkey_moved=1"
            #expect(moved.headers[.location] == "https://auth.example.org/emulator/auth/iframe?" + query)
        }
    }

    @Test func theLoaderIsServed() async throws {
        try await Self.server().run { caller in
            let loader = try await caller.send(.get, "/__/auth/loader.js")
            #expect(loader.status == .ok && loader.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(loader.headers[.cacheControl] == "no-cache" && loader.text.contains("gapi"))
        }
    }

    /// Every message names its target origin; `*` would be any origin.
    @Test func scriptsPostToANamedOriginOnly() async throws {
        try await Self.server().run { caller in
            for path in ["/__/auth/loader.js", "/assets/web-frame.js", "/assets/web-delivery.js"] {
                let script = try await caller.send(.get, path)
                #expect(script.text.contains("postMessage("))
                #expect(!script.text.contains("'*')") && !script.text.contains("\"*\""), "\(path)")
            }
        }
    }

    @Test func theConfigurationIsPublicAndNoMore() async throws {
        let server = try await Self.server()
        let app = RegisteredApp(
            id: "1:123:web:abc", project: .standard, platform: .web, bundleID: "app.example.org", displayName: "App",
            createdAt: server.clock.now)
        try await server.store.write { try $0.insert(app) }
        server.databaseAddress.set("https://db.example.org")
        try await server.run { caller in
            let reply = try await caller.send(.get, "/__/firebase/init.json")
            let config = try #require(reply.json as? [String: String])
            #expect(
                config == [
                    "apiKey": caller.apiKey, "authDomain": "auth.example.org", "projectId": server.project.id.rawValue, "appId": app.id,
                    "databaseURL": "https://db.example.org",
                ])
            #expect(reply.headers[.accessControlAllowOrigin] == "*")
        }
    }
}
