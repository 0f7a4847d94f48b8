import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// The web flow of native apps: out to the provider and back.
@Suite struct HandlerPageTests {
    @Test func gitHubThereAndBackToALoopbackListener() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-code", for: "g-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let begun = try await BegunSignIn.start(
                caller, ["scopes": "repo", "customParameters": #"{"login":"ada","STATE":"evil","scope":"evil"}"#])
            #expect(begun.location.hasPrefix("https://github.test/login/oauth/authorize?"))
            let sent = try Parameters(queryOf: begun.location)
            #expect(sent["client_id"] == "our-github.com-key")
            #expect(sent["redirect_uri"] == "https://auth.example.org/__/auth/handler")
            #expect(sent["scope"] == "user:email repo")
            #expect(sent["code_challenge_method"] == "S256")
            #expect(sent["login"] == "ada")
            #expect(sent.values(of: "state").count == 1 && sent["STATE"] == nil)
            #expect(begun.cookie.hasPrefix("__Host-latchkey_browser="))

            let callback = "/__/auth/handler?code=the-code&state=\(begun.state)"
            let back = try await caller.send(.get, callback, headers: [.cookie: begun.cookie])
            #expect(back.status == .seeOther, "\(back.text)")
            #expect(back.headers[.cacheControl] == "no-store")
            #expect(back.headers[HTTPField.Name("referrer-policy")!] == "no-referrer")
            let target = try #require(back.headers[.location])
            #expect(target.hasPrefix("http://127.0.0.1:5555/random?"))
            let delivered = try Parameters(queryOf: target)
            #expect(delivered["eventId"] == "EVENT" && delivered["authType"] == "signInWithRedirect")
            #expect(!target.contains("g-ada") && !target.contains("the-code"))
            let link = try #require(delivered["link"])

            let replay = try await caller.send(.get, callback, headers: [.cookie: begun.cookie])
            #expect(replay.status == .badRequest)

            let thief = try await caller.call(
                "accounts:signInWithIdp", ["requestUri": link, "sessionId": "not the session", "postBody": "providerId=github.com"])
            #expect(thief.error == "INVALID_IDP_RESPONSE")
            let owner = try await caller.call(
                "accounts:signInWithIdp", ["requestUri": link, "sessionId": BegunSignIn.sessionID, "postBody": "providerId=github.com"])
            #expect(owner.status == .ok, "\(owner.text)")
            #expect(owner["username"] == "adal")
            #expect(owner.json["oauthExpireIn"] as? Int == 28_800, "\(owner.text)")
            let second = try await caller.call(
                "accounts:signInWithIdp", ["requestUri": link, "sessionId": BegunSignIn.sessionID, "postBody": "providerId=github.com"])
            #expect(second.error == "INVALID_IDP_RESPONSE")
        }
    }

    @Test func twitterThereAndBackToAnApp() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-verifier", for: "t-ada")
        let server = try await TestServer(provider: provider)
        let app = RegisteredApp(
            id: "1:123:ios:abc", project: .standard, platform: .ios, bundleID: "org.example.app", displayName: "App",
            createdAt: server.clock.now)
        try await server.store.write { try $0.insert(app) }
        try await server.run { caller in
            let begun = try await BegunSignIn.start(
                caller, provider: "twitter.com",
                ["appId": "1:123:ios:abc", "ibi": "org.example.app", "customParameters": #"{"lang":"fr","oauth_token":"evil"}"#])
            #expect(begun.location.hasPrefix("https://twitter.test/oauth/authenticate?"))
            let sent = try Parameters(queryOf: begun.location)
            #expect(sent["oauth_token"] == "request-token")
            #expect(sent.values(of: "oauth_token").count == 1)
            #expect(sent["lang"] == "fr")
            // The state is inside the callback, so it must be found in the flow that the store has.
            let state = try server.provider.stateOfLastRequestToken()
            let back = try await caller.send(
                .get, "/__/auth/handler?state=\(state)&oauth_token=request-token&oauth_verifier=the-verifier",
                headers: [.cookie: begun.cookie])
            let target = try #require(back.headers[.location])
            #expect(target.hasPrefix("app-1-123-ios-abc://firebaseauth/link?deep_link_id="), "\(target)")
            let inner = try #require(try Parameters(queryOf: target)["deep_link_id"])
            #expect(inner.hasPrefix("https://auth.example.org/__/auth/callback?"))
            let delivered = try Parameters(queryOf: inner)
            #expect(delivered["eventId"] == "EVENT")
            let owner = try await caller.call(
                "accounts:signInWithIdp",
                ["requestUri": delivered["link"], "sessionId": BegunSignIn.sessionID, "postBody": "providerId=twitter.com"])
            #expect(owner["oauthTokenSecret"] == "token-secret", "\(owner.text)")
        }
    }

    @Test func denyingReachesTheAppAsACancelledSignIn() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller)
            let back = try await caller.send(
                .get, "/__/auth/handler?error=access_denied&error_description=no&state=\(begun.state)", headers: [.cookie: begun.cookie])
            let delivered = try Parameters(queryOf: try #require(back.headers[.location]))
            #expect(delivered["firebaseError"]?.contains("auth/user-cancelled") == true)
            #expect(delivered["link"] == nil)
            _ = try await BegunSignIn.start(caller, provider: "twitter.com")
            let denied = try await caller.send(
                .get, "/__/auth/handler?state=\(try server.provider.stateOfLastRequestToken())&denied=request-token",
                headers: [.cookie: begun.cookie])
            #expect(denied.status == .badRequest, "another browser's cookie does not cancel this sign-in")
        }
    }

    @Test func callbackOfAnotherBrowserIsRejectedAndKeepsTheSignIn() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-code", for: "g-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller)
            let callback = "/__/auth/handler?code=the-code&state=\(begun.state)"
            let other = "__Host-latchkey_browser=" + String(repeating: "x", count: 43)
            for headers: HTTPFields in [[:], [.cookie: other]] {
                let reply = try await caller.send(.get, callback, headers: headers)
                #expect(reply.status == .badRequest)
                #expect(reply.headers[.location] == nil)
            }
            let right = try await caller.send(.get, callback, headers: [.cookie: begun.cookie])
            #expect(right.status == .seeOther)
        }
    }

    @Test func callbackOfAnotherProviderIsRejected() async throws {
        let provider = PlayedProvider.withAda()
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller)
            for query in ["oauth_token=request-token&oauth_verifier=v", "denied=request-token", "code=c&oauth_token=t"] {
                let reply = try await caller.send(.get, "/__/auth/handler?\(query)&state=\(begun.state)", headers: [.cookie: begun.cookie])
                #expect(reply.status == .badRequest, "\(query)")
            }
            #expect(!provider.requests.contains("POST /login/oauth/access_token"))
        }
    }

    /// RFC 6749, section 4.1.2.1, requires the state; an error without it ends no sign-in. The page quotes error codes, not free text.
    @Test func errorWithoutStateIsShownAndKeepsTheSignIn() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-code", for: "g-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller)
            for (error, shown) in [
                ("access_denied", "“access_denied”"), ("%3Cscript%3E", "“an error”"), ("Call+555+0100", "“an error”"),
                (String(repeating: "x", count: 41), "“an error”"),
            ] {
                let reply = try await caller.send(.get, "/__/auth/handler?error=\(error)", headers: [.cookie: begun.cookie])
                #expect(reply.status == .badRequest && reply.text.contains(shown), "\(reply.text)")
            }
            let callback = "http://localhost/back?error=access_denied"
            let direct = try await caller.call(
                "accounts:signInWithIdp", ["requestUri": callback, "sessionId": BegunSignIn.sessionID, "returnSecureToken": true])
            #expect(direct.error == "INVALID_IDP_RESPONSE" && direct.text.contains("“access_denied”"))
            let back = try await caller.send(
                .get, "/__/auth/handler?code=the-code&state=\(begun.state)", headers: [.cookie: begun.cookie])
            #expect(back.status == .seeOther, "\(back.text)")
        }
    }

    @Test func aSignInEndsAfterTenMinutes() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let begun = try await BegunSignIn.start(caller)
            server.clock.advance(bySeconds: 601)
            let late = try await caller.send(.get, "/__/auth/handler?code=c&state=\(begun.state)", headers: [.cookie: begun.cookie])
            #expect(late.status == .badRequest)
            #expect(late.text.contains("ten minutes"))
        }
    }

    @Test func aProviderThatRefusesToBeginTellsTheApp() async throws {
        let provider = PlayedProvider()
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            provider.fail(
                with: ProviderReply(
                    status: .forbidden, headerFields: [.contentType: "application/xml"],
                    body: Array(#"<?xml version="1.0"?><errors><error code="415">Callback URL not approved</error></errors>"#.utf8)))
            let reply = try await caller.send(.get, BegunSignIn.address(key: caller.apiKey, provider: "twitter.com"))
            let delivered = try Parameters(queryOf: try #require(reply.headers[.location]))
            #expect(delivered["firebaseError"]?.contains("auth/invalid-oauth-client-id") == true)
        }
    }

    @Test(arguments: [
        (["apiKey": ""], "apiKey"), (["apiKey": "wrong"], "apiKey"), (["providerId": ""], "providerId"),
        (["sessionId": "abc"], "sessionId"),
        (["sessionId": String(repeating: "A", count: 64)], "sessionId"), (["eventId": ""], "eventId"),
        (["authType": "verifyApp"], "authType"),
        (["customParameters": "[1]"], "customParameters"), (["customParameters": #"{"a":1}"#], "customParameters"),
        (["eventId": String(repeating: "e", count: 526)], "eventId"), (["appId": "1:9:ios:unknown"], "appId"),
        (["redirectUrl": ""], "redirectUrl"),
    ])
    func invalidRequestsAreExplainedToTheUser(_ change: [String: String], _ named: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(.get, BegunSignIn.address(change, key: caller.apiKey))
            #expect(reply.status == .badRequest, "\(reply.headers)")
            #expect(reply.text.contains(named), "\(reply.text)")
            #expect(reply.headers[.location] == nil)
            #expect(reply.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            #expect(reply.headers[HTTPField.Name("x-frame-options")!] == "DENY")
        }
    }

    /// Open redirects: targets that must never get a result.
    @Test(arguments: [
        "https://evil.example/", "http://evil.example:80/x", "http://127.0.0.1/x", "http://127.0.0.1:0/x", "http://127.0.0.1:65536/x",
        "http://127.0.0.1:80x/x", "http://127.0.0.1:80@evil.example/", "http://127.0.0.1.evil.example:80/x", "http://localhost:80/x",
        "http://user@127.0.0.1:80/x", "http://127.0.0.1:80/x?y=1", "http://127.0.0.1:80/x#y", "http://127.0.0.1:80//evil.example",
        "http://127.0.0.1:80/\\evil", "http://127.0.0.1:80/%2f%2fevil", "//127.0.0.1:80/x", "javascript:alert(1)", "HTTP://127.0.0.1:80/x",
        "http://127.0.0.1:80/x\r\nLocation: https://evil.example", "http://127.1:80/x", "http://0.0.0.0:80/x", "http://2130706433:80/x",
        "https://127.0.0.1:80/x", "http://[::1]/x", "http://[::ffff:127.0.0.1]:80/x", "http://127.0.0.1:80", "file:///etc/passwd",
        "http:/127.0.0.1:80/x", "http://127.0.0.1:080808/x", " http://127.0.0.1:80/x", "http://127.0.0.1:80/x y", "data:text/html,x",
    ])
    func hostileTargetsAreRefused(_ url: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(.get, BegunSignIn.address(["redirectUrl": url], key: caller.apiKey))
            #expect(reply.status == .badRequest)
            #expect(reply.headers[.location] == nil)
        }
    }

    @Test(arguments: ["http://127.0.0.1:1/", "http://127.0.0.1:65535/a/b-c_d.e~f", "http://[::1]:8080/x"])
    func loopbackTargetsWithAnyPortAreAccepted(_ url: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(.get, BegunSignIn.address(["redirectUrl": url], key: caller.apiKey))
            #expect(reply.status == .seeOther)
        }
    }

    /// RFC 8252, section 8.6: any program on the device can begin such a flow, so a silent response would sign it in.
    @Test func loopbackFlowRequestsConsent() async throws {
        let server = try await TestServer()
        let app = RegisteredApp(
            id: "1:123:ios:abc", project: .standard, platform: .ios, bundleID: "org.example.app", displayName: "App",
            createdAt: server.clock.now)
        try await server.store.write { try $0.insert(app) }
        try await server.run { caller in
            let custom = ["customParameters": #"{"prompt":"none","Prompt":"none"}"#]
            let begun = try await BegunSignIn.start(caller, custom)
            let gitHub = try Parameters(queryOf: begun.location)
            #expect(gitHub.values(of: "prompt") == ["select_account"] && gitHub["Prompt"] == nil)
            let twitter = try await BegunSignIn.start(caller, provider: "twitter.com")
            #expect(twitter.location.hasPrefix("https://twitter.test/oauth/authorize?"))
            let direct = try await caller.call(
                "accounts:createAuthUri", ["providerId": "twitter.com", "continueUri": "http://localhost:5555/cb"])
            #expect(direct["authUri"]?.hasPrefix("https://twitter.test/oauth/authorize?") == true, "\(direct.text)")
            // A registered app keeps the silent flow, without a click at the provider.
            let registered = ["appId": "1:123:ios:abc", "ibi": "org.example.app"]
            let silent = try await BegunSignIn.start(caller, registered)
            #expect(try Parameters(queryOf: silent.location)["prompt"] == nil)
            let silentTwitter = try await BegunSignIn.start(caller, provider: "twitter.com", registered)
            #expect(silentTwitter.location.hasPrefix("https://twitter.test/oauth/authenticate?"))
        }
    }

    @Test func unknownTenantIsNotFound() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(.get, BegunSignIn.address(["tid": "north"], key: caller.apiKey))
            #expect(reply.status == .notFound)
            #expect(reply.text.contains("TENANT_NOT_FOUND"))
        }
    }

    @Test func aSignInThatBeginsUnderAnotherNameMovesToThePublicOne() async throws {
        let server = try await TestServer(publicURL: "http://127.0.0.1:9000")
        try await server.run { caller in
            let path = BegunSignIn.address(key: caller.apiKey)
            let moved = try await caller.send(.get, path, headers: [TestServer.openedAs: "localhost:9000"])
            #expect(moved.status == .seeOther)
            #expect(moved.headers[.location] == "http://127.0.0.1:9000" + path + "&latchkey_moved=1")
            #expect(moved.headers[.setCookie] == nil)
            let page = try await caller.send(.get, "/sign-in", headers: [TestServer.openedAs: "localhost:9000"])
            #expect(page.headers[.location] == "http://127.0.0.1:9000/sign-in?latchkey_moved=1")
            let start = try await caller.send(.get, "/sign-in/start?provider=github.com", headers: [TestServer.openedAs: "127.0.0.1:9001"])
            #expect(start.headers[.location] == "http://127.0.0.1:9000/sign-in/start?provider=github.com&latchkey_moved=1")
            // A proxy that replaces the host name of every request must not cause a redirect loop.
            let again = try await caller.send(.get, path + "&latchkey_moved=1", headers: [TestServer.openedAs: "inner:80"])
            #expect(again.headers[.location]?.hasPrefix("https://github.test/") == true, "\(again.headers)")
            #expect(try await caller.send(.get, "/sign-in?latchkey_moved=1", headers: [TestServer.openedAs: "inner"]).status == .ok)
            #expect(try await caller.send(.get, "/sign-in", headers: [TestServer.openedAs: "127.0.0.1:9000"]).status == .ok)
        }
        let standard = try await TestServer()
        try await standard.run { caller in
            for same in ["auth.example.org", "AUTH.example.org:443"] {
                let page = try await caller.send(.get, "/sign-in", headers: [TestServer.openedAs: same])
                #expect(page.status == .ok, "\(same)")
            }
        }
    }

    /// Apps are public, so the provider secret never leaves the server, in any response or URL.
    @Test(arguments: ["twitter.com", "github.com"]) func responsesDoNotContainTheProviderSecret(_ name: String) async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-code", for: name == "twitter.com" ? "t-ada" : "g-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let there = try await caller.send(.get, BegunSignIn.address(key: caller.apiKey, provider: name))
            let cookie = try #require(there.headers[.setCookie]).prefix { $0 != ";" }
            let sent = try Parameters(queryOf: try #require(there.headers[.location]))
            let state = try sent["state"] ?? provider.stateOfLastRequestToken()
            let query = name == "twitter.com" ? "oauth_token=request-token&oauth_verifier=the-code" : "code=the-code"
            let back = try await caller.send(.get, "/__/auth/handler?\(query)&state=\(state)", headers: [.cookie: String(cookie)])
            let link = try Parameters(queryOf: try #require(back.headers[.location]))["link"]
            let done = try await caller.call("accounts:signInWithIdp", ["requestUri": link, "sessionId": BegunSignIn.sessionID])
            #expect(done["idToken"] != nil, "\(done.text)")
            let lookup = try await caller.call("accounts:lookup", ["idToken": done["idToken"]])
            let config = try await caller.send(.get, "/v1/projects?key=\(caller.apiKey)")
            for reply in [there, back, done, lookup, config, try await caller.send(.get, "/sign-in")] {
                let everything = reply.text + reply.headers.map(\.value).joined(separator: "\n")
                for form in ["our secret", "our%20secret", "our+secret"] { #expect(!everything.contains(form), "\(everything)") }
            }
        }
    }

    /// Cookies that are written back: Hummingbird stops the process at a character that a cookie value must not contain.
    @Test(arguments: ["\\", "\u{7f}", ",", "é", "\"", "="]) func aCookieThatIsNotOursIsReplaced(_ odd: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let value = String(repeating: "a", count: 43 - odd.utf8.count) + odd
            for path in ["/sign-in", BegunSignIn.address(key: caller.apiKey)] {
                let reply = try await caller.send(.get, path, headers: [.cookie: "__Host-latchkey_browser=\(value)"])
                let cookie = try #require(reply.headers[.setCookie])
                #expect(!cookie.contains("aaaaaaaaaa"))
            }
        }
    }

    @Test func valuesInPagesAreEscaped() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(.get, BegunSignIn.address(["authType": "<script>alert(1)</script>"], key: caller.apiKey))
            #expect(reply.text.contains("&lt;script&gt;") && !reply.text.contains("<script>"))
        }
    }
}
