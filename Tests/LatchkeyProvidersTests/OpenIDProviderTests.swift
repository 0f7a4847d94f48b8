import Crypto
import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Synchronization
import Testing

private let id: ProviderID = "oidc.test"

extension TestServer.Caller {
    /// The URL of the provider's page, and its query.
    func authorization(
        _ provider: ProviderID, _ more: [String: any Sendable] = [:]
    ) async throws -> (url: String, query: Parameters) {
        let begun = try await call(
            "accounts:createAuthUri",
            ["providerId": provider.rawValue, "continueUri": "https://app.example.org/cb", "sessionId": "the session"]
                .merging(more) { _, new in new })
        let url = begun["authUri"] ?? ""
        #expect(begun.status == .ok, "\(begun.text)")
        return (url, try Parameters(formEncoded: String(url.split(separator: "?", maxSplits: 1).last ?? "")))
    }

    /// Sends the provider's response.
    func finish(_ query: String, _ more: [String: any Sendable] = [:]) async throws -> Reply {
        try await call(
            "accounts:signInWithIdp",
            ["requestUri": "https://app.example.org/cb?" + query, "sessionId": "the session", "returnSecureToken": true]
                .merging(more) { _, new in new })
    }
}

@Suite struct OpenIDProviderTests {
    @Test func theCodeFlowThereAndBack() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer)
        try await server.run { caller in
            let (url, sent) = try await caller.authorization(
                id,
                [
                    "oauthScope": "openid groups",
                    "customParameter": ["login_hint": "ada", "Nonce": "evil", "response_mode": "evil", "request": "e.v.il"],
                ])
            #expect(url.hasPrefix("https://issuer.test/authorize?"))
            #expect(sent["response_type"] == "code" && sent["client_id"] == "our-client" && sent["code_challenge_method"] == "S256")
            #expect(sent["scope"] == "openid email profile groups" && sent["login_hint"] == "ada")
            #expect(sent["Nonce"] == nil && sent["response_mode"] == nil && sent["request"] == nil && sent["prompt"] == nil)
            #expect(sent.values(of: "nonce").count == 1)
            let (state, nonce) = (try #require(sent["state"]), try #require(sent["nonce"]))

            let token = try issuer.token(
                ["email": "ada@example.org", "email_verified": true, "name": "Ada", "preferred_username": "ada"],
                audience: "our-client", at: server.clock.now, nonce: nonce)
            issuer.change { $0.codes["c"] = #"{"access_token":"a","token_type":"Bearer","expires_in":300,"id_token":"\#(token)"}"# }
            let reply = try await caller.finish("code=c&state=\(state)&iss=https%3A%2F%2Fissuer.test")
            #expect(reply.status == .ok, "\(reply.text)")
            #expect(reply["providerId"] == "oidc.test" && reply["federatedId"] == "person-1" && reply["email"] == "ada@example.org")
            #expect(reply["displayName"] == "Ada" && reply["screenName"] == "ada")
            #expect(reply["oauthIdToken"] == token && reply["oauthAccessToken"] == "a")
            let raw = try #require(reply["rawUserInfo"])
            #expect(raw.contains(#""preferred_username":"ada""#))

            let (form, authorization) = issuer.state.withLock { ($0.forms[0], $0.authorizations[0]) }
            #expect(form["grant_type"] == "authorization_code" && form["redirect_uri"] == "https://app.example.org/cb")
            #expect(PKCE.challenge(for: form["code_verifier"] ?? "") == sent["code_challenge"])
            // HTTP Basic, as the metadata names no other way (OpenID Connect Discovery, section 3).
            #expect(authorization == "Basic " + Data("our-client:our%20secret".utf8).base64EncodedString())

            // The reply is a credential: token and raw nonce together sign the same user in again.
            let credential = "id_token=\(token)&nonce=\(reply["nonce"] ?? "")&providerId=oidc.test"
            #expect(try await caller.idp(credential)["localId"] == reply["localId"])
            #expect(try await caller.finish("code=c&state=\(state)").error == "INVALID_IDP_RESPONSE", "a state is used once")
        }
    }

    /// An administrator who configures an issuer over HTTP may also control its document.
    @Test(arguments: ["jwks_uri", "token_endpoint", "userinfo_endpoint"])
    func aDocumentDoesNotSendTheServerIntoItsOwnNetwork(_ name: String) async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer)
        issuer.change { $0.metadata[name] = "https://10.0.0.5:8443/x" }
        try await server.run { caller in
            let begun = try await caller.call(
                "accounts:createAuthUri",
                ["providerId": id.rawValue, "continueUri": "https://app.example.org/cb", "sessionId": "the session"])
            #expect(begun.status != .ok && begun["authUri"] == nil, "\(begun.text)")
        }
    }

    /// The operator configured this issuer.
    @Test func operatorsIssuerMayBeInTheServersNetwork() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer("https://10.0.0.4")
        try await server.configure(id, issuer: issuer)
        issuer.change { $0.metadata["jwks_uri"] = "https://10.0.0.5:8443/x" }
        try await server.run { caller in
            let url = try await caller.authorization(id).url
            #expect(url.hasPrefix("https://10.0.0.4/authorize?"))
        }
    }

    @Test func userinfoSuppliesMissingClaims() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer)
        try await server.run { caller in
            for (subject, good) in [("person-1", true), ("person-2", false)] {
                let sent = try await caller.authorization(id).query
                let token = try issuer.token(audience: "our-client", at: server.clock.now, nonce: sent["nonce"])
                issuer.change {
                    $0.codes["c"] = #"{"access_token":"a","id_token":"\#(token)"}"#
                    $0.userinfo = #"{"sub":"\#(subject)","email":"ada@example.org","name":"Ada"}"#
                }
                let reply = try await caller.finish("code=c&state=\(sent["state"] ?? "")")
                #expect(reply["email"] == (good ? "ada@example.org" : nil), "\(reply.text)")
                #expect(reply.error == (good ? nil : "INVALID_IDP_RESPONSE"))
            }
        }
    }

    @Test func aTokenOfAnotherSignInIsRefusedEvenWithItsCode() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        // Tokens of native apps are accepted when an app sends them, but never in the server's own flow.
        try await server.configure(id, issuer: issuer, accepted: ["our-app"])
        try await server.run { caller in
            let other = try await caller.authorization(id).query
            for (nonce, audience) in [(other["nonce"], "our-client"), (nil, "our-client"), ("own", "our-app"), ("own", "their-client")] {
                let sent = try await caller.authorization(id).query
                let token = try issuer.token(
                    audience: audience, at: server.clock.now, nonce: nonce == "own" ? sent["nonce"] : nonce)
                issuer.change { $0.codes["c"] = #"{"access_token":"a","id_token":"\#(token)"}"# }
                let reply = try await caller.finish("code=c&state=\(sent["state"] ?? "")")
                #expect(reply.error == "INVALID_IDP_RESPONSE", "\(reply.text)")
            }
            let sent = try await caller.authorization(id).query
            issuer.change { $0.codes["c"] = #"{"access_token":"a"}"# }
            #expect(try await caller.finish("code=c&state=\(sent["state"] ?? "")").error == "INVALID_IDP_RESPONSE")
            #expect(try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 10) }.isEmpty)
        }
    }

    /// RFC 9207: a code of another provider must not be exchanged at this one.
    @Test func aCallbackThatNamesAnotherIssuerIsRefused() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer)
        try await server.run { caller in
            let sent = try await caller.authorization(id).query
            let token = try issuer.token(audience: "our-client", at: server.clock.now, nonce: sent["nonce"])
            issuer.change { $0.codes["c"] = #"{"access_token":"a","id_token":"\#(token)"}"# }
            let state = sent["state"] ?? ""
            #expect(try await caller.finish("code=c&state=\(state)&iss=https%3A%2F%2Fevil.test").error == "INVALID_IDP_RESPONSE")
            #expect(issuer.state.withLock { $0.forms.isEmpty })
            // The flow still accepts the right response.
            #expect(try await caller.finish("code=c&state=\(state)").status == .ok)

            // A provider that announces the `iss` parameter has to send it.
            let promising = PlayedIssuer("https://promising.test")
            promising.change { $0.metadata["authorization_response_iss_parameter_supported"] = true }
            try await server.configure("oidc.promising", issuer: promising)
            let second = try await caller.authorization("oidc.promising").query
            #expect(try await caller.finish("code=c&state=\(second["state"] ?? "")").error == "INVALID_IDP_RESPONSE")
            #expect(promising.state.withLock { $0.forms.isEmpty })
        }
    }

    struct Metadata: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let member: String
        let value: String
    }

    static let metadata: [Metadata] = [
        .init(testDescription: "another issuer", member: "issuer", value: "https://other.test"),
        .init(testDescription: "the issuer with a slash", member: "issuer", value: "https://issuer.test/"),
        .init(testDescription: "an endpoint without TLS", member: "token_endpoint", value: "http://issuer.test/token"),
        .init(testDescription: "keys on this machine", member: "jwks_uri", value: "http://127.0.0.1:1/keys"),
        .init(testDescription: "a page that is no web address", member: "authorization_endpoint", value: "javascript:alert(1)"),
        .init(testDescription: "a user name in an address", member: "userinfo_endpoint", value: "https://a@b.test/"),
    ]

    @Test(arguments: metadata) func metadataThatCannotBeTrustedEndsTheSignIn(_ row: Metadata) async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        issuer.change { $0.metadata[row.member] = row.value }
        try await server.configure(id, issuer: issuer)
        try await server.run { caller in
            let reply = try await caller.call(
                "accounts:createAuthUri",
                ["providerId": "oidc.test", "continueUri": "https://app.example.org/cb", "sessionId": "the session"])
            #expect(reply.error == "INVALID_IDP_RESPONSE", "\(reply.text)")
        }
    }

    @Test func anIssuerWithASlashAndOneOnThisMachine() async throws {
        for (number, url) in ["https://issuer.test/", "http://127.0.0.1:9100/openid", "http://[::1]:9100"].enumerated() {
            let server = try await TestServer()
            let issuer = PlayedIssuer(url)
            try await server.configure(id, issuer: issuer)
            try await server.run { caller in
                let token = try issuer.token(audience: "our-client", at: server.clock.now)
                let reply = try await caller.idp("id_token=\(token)&providerId=oidc.test")
                #expect(reply.status == .ok, "\(number): \(reply.text)")
            }
        }
    }

    @Test func tokensThatAppsBring() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer, accepted: ["our-app"])
        try await server.run { caller in
            let now = server.clock.now
            func idp(_ token: String, _ nonce: String? = nil) async throws -> Reply {
                try await caller.idp("id_token=\(token)&providerId=oidc.test" + (nonce.map { "&nonce=" + $0 } ?? ""))
            }
            let first = try await idp(issuer.token(audience: "our-client", at: now))
            #expect(first.status == .ok, "\(first.text)")
            #expect(first["oauthIdToken"] != nil && first.json["oauthAccessToken"] == nil)
            let app = try await idp(issuer.token(audience: "our-app", at: now))
            #expect(app["localId"] == first["localId"], "a native app's client id: \(app.text)")

            let hashed = ProviderToken.hash("raw")
            #expect(try await idp(issuer.token(audience: "our-client", at: now, nonce: hashed), "raw").status == .ok)
            #expect(try await idp(issuer.token(audience: "our-client", at: now, nonce: "raw"), "raw").status == .ok)
            // As the iOS client writes it, without escapes.
            let plus = try issuer.token(audience: "our-client", at: now, nonce: ProviderToken.hash("a+b"))
            #expect(try await idp(plus, "a+b").status == .ok)
            for (claim, nonce) in [(hashed, nil), (hashed, "other"), (nil, "raw")] as [(String?, String?)] {
                let reply = try await idp(issuer.token(audience: "our-client", at: now, nonce: claim), nonce)
                #expect(reply.error == "MISSING_OR_INVALID_NONCE", "\(reply.text)")
            }
            for (claims, audience) in [
                ([:], "their-client"), (["iss": "https://other.test"], "our-client"), (["exp": 1], "our-client"),
                (["iat": Int(now.timeIntervalSince1970) + 3600], "our-client"),
            ] as [([String: any Sendable], String)] {
                let reply = try await idp(issuer.token(claims, audience: audience, at: now))
                #expect(reply.error == "INVALID_IDP_RESPONSE", "\(reply.text)")
            }
            #expect(try await idp("x.y.z").error == "INVALID_IDP_RESPONSE")
            #expect(try await caller.idp("access_token=a&providerId=oidc.test").error == "INVALID_IDP_RESPONSE")
            #expect(try await caller.idp("providerId=oidc.test").error == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
            #expect(try await caller.idp("id_token=x&providerId=oidc.unknown").error == "OPERATION_NOT_ALLOWED")
            #expect(try await caller.idp("id_token=x&providerId=oidc.").error == "INVALID_PROVIDER_ID")
            #expect(try await caller.idp("id_token=x&providerId=saml.test").error == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test func unknownKeyIDsCauseLimitedFetches() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer)
        try await server.run { caller in
            func signIn() async throws -> Reply {
                try await caller.idp("id_token=\(issuer.token(audience: "our-client", at: server.clock.now))&providerId=oidc.test")
            }
            func fetches(_ path: String) -> Int { server.provider.requests.count { $0 == "GET " + path } }
            for _ in 0..<2 {
                let reply = try await signIn()
                #expect(reply.status == .ok, "\(reply.text)")
            }
            #expect(fetches("/keys") == 1 && fetches("/.well-known/openid-configuration") == 1)
            issuer.rotate(to: "k2")
            #expect(try await signIn().error == "INVALID_IDP_RESPONSE", "within a minute the old set stays")
            #expect(fetches("/keys") == 1)
            server.clock.advance(bySeconds: 60)
            #expect(try await signIn().status == .ok)
            #expect(fetches("/keys") == 2)
            // The withdrawn key is not accepted, and presenting it again fetches nothing.
            issuer.rotate(to: "k1")
            for _ in 0..<3 { #expect(try await signIn().error == "INVALID_IDP_RESPONSE") }
            #expect(fetches("/keys") == 2)
        }
    }

    /// Otherwise anyone could make the server send requests to a provider that is already down.
    @Test func failedKeyFetchesAreNotRepeatedForEverySignIn() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer)
        try await server.run { caller in
            func signIn() async throws -> Reply {
                try await caller.idp("id_token=\(issuer.token(audience: "our-client", at: server.clock.now))&providerId=oidc.test")
            }
            func fetches(_ path: String) -> Int { server.provider.requests.count { $0 == "GET " + path } }
            func down(_ isDown: Bool) { server.provider.fail(with: isDown ? PlayedProvider.json(503, "{}") : nil) }
            down(true)
            var told: Set<String> = []
            for _ in 0..<5 { told.insert(try await signIn().text) }
            #expect(fetches("/.well-known/openid-configuration") == 1)
            #expect(told.count == 1 && told.contains { $0.contains("503") }, "and all callers get the reason: \(told)")
            down(false)
            server.clock.advance(bySeconds: 9)
            #expect(try await signIn().status != .ok)
            server.clock.advance(bySeconds: 1)
            #expect(try await signIn().status == .ok, "soon after it is back, people come in")
            // Unknown keys, while the key document is unavailable.
            issuer.rotate(to: "k2")
            server.clock.advance(bySeconds: 60)
            down(true)
            for _ in 0..<5 { #expect(try await signIn().status != .ok) }
            #expect(fetches("/keys") == 2)
            down(false)
            server.clock.advance(bySeconds: 10)
            #expect(try await signIn().status == .ok)
            #expect(fetches("/keys") == 3)
        }
    }

    @Test func documentsAreKeptAsLongAsTheirProviderSays() async throws {
        for (cacheControl, seconds) in [
            ("public, max-age=600", 600.0), (nil, 3600), ("no-store", 60), ("max-age=1", 60), ("max-age=99999999", 86_400),
        ] as [(String?, Double)] {
            let server = try await TestServer()
            let issuer = PlayedIssuer()
            issuer.change { $0.cacheControl = cacheControl }
            try await server.configure(id, issuer: issuer)
            try await server.run { caller in
                func fetches(after seconds: Double) async throws -> Int {
                    server.clock.advance(bySeconds: seconds)
                    let token = try issuer.token(audience: "our-client", at: server.clock.now)
                    #expect(try await caller.idp("id_token=\(token)&providerId=oidc.test").status == .ok)
                    return server.provider.requests.count { $0 == "GET /keys" }
                }
                for (pause, expected) in [(0, 1), (seconds - 1, 1), (1, 2)] {
                    let count = try await fetches(after: pause)
                    #expect(count == expected, "\(cacheControl ?? "nothing")")
                }
            }
        }
    }

    /// `response_type=id_token` with `response_mode=form_post`: the provider's own form posts the token to the handler.
    @Test func aPostedTokenComesRoundThroughTheBrowserThatBegan() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer()
        try await server.configure(id, issuer: issuer, secret: nil, parameters: [.responseType: "id_token"])
        try await server.run { caller in
            let begun = try await caller.send(
                .get,
                "/__/auth/handler?apiKey=\(caller.apiKey)&authType=signInWithRedirect&redirectUrl=http%3A%2F%2F127.0.0.1%3A5555%2Fx"
                    + "&eventId=E&sessionId=\(Fingerprint(of: "the session").hex)&providerId=oidc.test")
            let cookie = String(try #require(begun.headers[.setCookie]).prefix { $0 != ";" })
            let url = try #require(begun.headers[.location])
            let sent = try Parameters(formEncoded: String(url.split(separator: "?").last ?? ""))
            #expect(sent["response_type"] == "id_token" && sent["response_mode"] == "form_post" && sent["code_challenge"] == nil)
            // Any program on the user's device could have begun this flow.
            #expect(sent["prompt"] == "login")

            let token = try issuer.token(audience: "our-client", at: server.clock.now, nonce: sent["nonce"])
            let form: Parameters = ["state": sent["state"] ?? "", "id_token": token, "session_state": "unread"]
            // A cross-site form sends no cookie of the server.
            let posted = try await caller.send(
                .post, "/__/auth/handler", headers: [.contentType: "application/x-www-form-urlencoded"], body: form.formEncoded)
            #expect(posted.status == .seeOther, "\(posted.text)")
            let round = try #require(posted.headers[.location]).replacing("https://auth.example.org", with: "")
            #expect(!round.contains(token) && !round.contains("unread"))

            let stranger = try await caller.send(.get, round)
            #expect(stranger.status == .badRequest, "another browser")
            let spoilt = try await caller.send(.get, round.replacing("state=", with: "state=x"), headers: [.cookie: cookie])
            #expect(spoilt.status == .badRequest, "sealed for another state")
            let back = try await caller.send(.get, round, headers: [.cookie: cookie])
            let delivered = try Parameters(
                formEncoded: String(try #require(back.headers[.location]).split(separator: "?", maxSplits: 1).last ?? ""))
            let link = try #require(delivered["link"], "\(back.headers)")
            let reply = try await caller.call("accounts:signInWithIdp", ["requestUri": link, "sessionId": "the session"])
            #expect(reply["federatedId"] == "person-1" && reply["oauthIdToken"] == token, "\(reply.text)")
            #expect(try await caller.send(.get, round, headers: [.cookie: cookie]).status == .badRequest, "once")

            for body in ["", "id_token=x", "state=&id_token=x", "state=a&state=b"] {
                let bad = try await caller.send(
                    .post, "/__/auth/handler", headers: [.contentType: "application/x-www-form-urlencoded"], body: body)
                #expect(bad.status == .badRequest, "\(body)")
            }
            let long = try await caller.send(.post, "/__/auth/handler", body: "state=a&x=" + String(repeating: "x", count: 20_000))
            #expect(long.status == .contentTooLarge)
        }
    }

    /// One provider ID with two issuers over time: the user IDs of one issuer mean nothing at the other.
    @Test func anIdentityBelongsToItsIssuer() async throws {
        let server = try await TestServer()
        let first = PlayedIssuer()
        try await server.configure(id, issuer: first)
        let second = PlayedIssuer("https://second.test")
        try await server.configure("oidc.second", issuer: second)
        try await server.run { caller in
            let now = server.clock.now
            let one = try await caller.idp("id_token=\(first.token(audience: "our-client", at: now))&providerId=oidc.test")
            let two = try await caller.idp("id_token=\(second.token(audience: "our-client", at: now))&providerId=oidc.second")
            #expect(one["localId"] != nil && two["localId"] != nil && one["localId"] != two["localId"])
            let crossed = try await caller.idp("id_token=\(second.token(audience: "our-client", at: now))&providerId=oidc.test")
            #expect(crossed.error == "INVALID_IDP_RESPONSE")
            // Another issuer's key, even with the right claims.
            let forged = try second.token(["iss": first.issuer], audience: "our-client", at: now)
            #expect(try await caller.idp("id_token=\(forged)&providerId=oidc.test").error == "INVALID_IDP_RESPONSE")
        }
    }
}
