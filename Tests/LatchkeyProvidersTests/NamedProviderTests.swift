import Crypto
import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Synchronization
import Testing

/// The particularities of Google, Apple, Microsoft and GitLab.
@Suite struct NamedProviderTests {
    // MARK: Google

    @Test func googleWritesItsIssuerInTwoWays() async throws {
        let server = try await TestServer()
        let google = PlayedIssuer("https://accounts.google.com")
        try await server.configure(.google, issuer: google, accepted: ["our-ios-app"])
        try await server.run { caller in
            func idp(_ claims: [String: any Sendable], _ audience: String) async throws -> Reply {
                try await caller.idp(
                    "id_token=\(google.token(claims, audience: audience, at: server.clock.now))&providerId=google.com")
            }
            let first = try await idp([:], "our-client")
            #expect(first["providerId"] == "google.com" && first.status == .ok, "\(first.text)")
            #expect(try await idp(["iss": "accounts.google.com"], "our-ios-app")["localId"] == first["localId"])
            // Google's library for iOS puts a nonce into the token that the app does not know.
            #expect(try await idp(["nonce": "x"], "our-client")["localId"] == first["localId"])
            #expect(try await idp([:], "their-client").error == "INVALID_IDP_RESPONSE")
        }
    }

    @Test func googleRequestsAlwaysIncludeTheEmailScope() async throws {
        let server = try await TestServer()
        try await server.configure(.google, issuer: PlayedIssuer("https://accounts.google.com"))
        try await server.run { caller in
            let named = try await caller.authorization(.google, ["oauthScope": "profile https://www.googleapis.com/auth/drive"]).query
            #expect(named["scope"] == "openid email profile https://www.googleapis.com/auth/drive")
            let standard = try await caller.authorization(.google).query
            #expect(standard["scope"] == "openid email profile")
        }
    }

    @Test func googleAccessTokensAreCheckedForTheirAudience() async throws {
        let server = try await TestServer()
        let google = PlayedIssuer("https://accounts.google.com")
        try await server.configure(.google, issuer: google, api: "https://oauth2.googleapis.com", accepted: ["our-ios-app"])
        try await server.run { caller in
            for (audience, good) in [("our-client", true), ("our-ios-app", true), ("their-client", false)] {
                google.change {
                    $0.tokenInfo =
                        #"{"azp":"our-client","aud":"\#(audience)","sub":"g-1","email":"ada@gmail.com","email_verified":"true"}"#
                    $0.userinfo = #"{"sub":"g-1","name":"Ada","picture":"https://p.test/1"}"#
                }
                let response = try await caller.idp("access_token=ya29.x%2By&providerId=google.com")
                #expect(response["federatedId"] == (good ? "https://accounts.google.com/g-1" : nil), "\(audience): \(response.text)")
                #expect(response.error == (good ? nil : "INVALID_IDP_RESPONSE"))
                if good { #expect(response["displayName"] == "Ada" && response["oauthAccessToken"] == "ya29.x+y") }
            }
        }
    }

    /// Apps show photos in pages and open their URLs.
    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "http:evil", "ftp://p.test/1"])
    func aPictureThatIsNoWebAddressIsLeftOut(_ picture: String) async throws {
        let server = try await TestServer()
        let google = PlayedIssuer("https://accounts.google.com")
        try await server.configure(.google, issuer: google, api: "https://oauth2.googleapis.com", accepted: [])
        try await server.run { caller in
            google.change {
                $0.tokenInfo = #"{"azp":"our-client","aud":"our-client","sub":"g-1"}"#
                $0.userinfo = #"{"sub":"g-1","name":"Ada","picture":"\#(picture)"}"#
            }
            let response = try await caller.idp("access_token=ya29.x&providerId=google.com")
            #expect(response["displayName"] == "Ada" && response["photoUrl"] == nil, "\(response.text)")
        }
    }

    @Test func aReplyWithAMemberTwiceIsNoProof() async throws {
        let server = try await TestServer()
        let google = PlayedIssuer("https://accounts.google.com")
        try await server.configure(.google, issuer: google, api: "https://oauth2.googleapis.com", accepted: [])
        try await server.run { caller in
            google.change {
                $0.tokenInfo = #"{"aud":"their-client","azp":"our-client","aud":"our-client","sub":"g-1"}"#
                $0.userinfo = #"{"sub":"g-1","name":"Ada"}"#
            }
            let reply = try await caller.idp("access_token=ya29.x&providerId=google.com")
            #expect(reply.error == "INVALID_IDP_RESPONSE")
        }
    }

    /// An account registered Ada's address with a password and never verified it.
    @Test(arguments: [
        ("ada@gmail.com", nil, true), ("ada@example.org", "example.org", true), ("ada@example.org", nil, false),
        ("ada@notgmail.com", nil, false),
    ])
    func googleTakesOverOnlyAddressesThatAreItsOwn(_ email: String, _ domain: String?, _ takesOver: Bool) async throws {
        let server = try await TestServer()
        let google = PlayedIssuer("https://accounts.google.com")
        try await server.configure(.google, issuer: google, trusted: true)
        try await server.run { caller in
            let squatter = try await caller.call("accounts:signUp", ["email": email, "password": "eves password"])
            var claims: [String: any Sendable] = ["email": email, "email_verified": true]
            if let domain { claims["hd"] = domain }
            let response = try await caller.idp(
                "id_token=\(google.token(claims, audience: "our-client", at: server.clock.now))&providerId=google.com")
            if takesOver {
                #expect(response["localId"] == squatter["localId"] && response["idToken"] != nil, "\(response.text)")
                let password = try await caller.call("accounts:signInWithPassword", ["email": email, "password": "eves password"])
                #expect(password.error == "INVALID_LOGIN_CREDENTIALS")
            } else {
                #expect(response.json["needConfirmation"] as? Bool == true && response["idToken"] == nil, "\(response.text)")
            }
        }
    }

    // MARK: Apple

    @Test func appleTakesAHashedNonceAndTellsTheNameOnce() async throws {
        let server = try await TestServer()
        let apple = PlayedIssuer("https://appleid.apple.com")
        try await server.configure(.apple, issuer: apple, secret: nil, accepted: ["org.example.app"])
        try await server.run { caller in
            let now = server.clock.now
            let claims: [String: any Sendable] = ["email": "ada@icloud.com", "email_verified": "true"]
            // As the iOS client writes it, without escapes.
            let user = #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"evil@example.org"}"#
            let hashed = try apple.token(claims, audience: "org.example.app", at: now, nonce: ProviderToken.hash("raw"))
            let response = try await caller.idp("id_token=\(hashed)&nonce=raw&user=\(user)&providerId=apple.com")
            #expect(response["displayName"] == "Ada Lovelace" && response["email"] == "ada@icloud.com", "\(response.text)")
            let again = try await caller.idp("id_token=\(hashed)&nonce=raw&providerId=apple.com")
            #expect(again["localId"] == response["localId"] && again.json["displayName"] == nil)
            let raw = try apple.token(claims, audience: "org.example.app", at: now, nonce: "raw")
            #expect(try await caller.idp("id_token=\(raw)&nonce=raw&providerId=apple.com").error == "MISSING_OR_INVALID_NONCE")
            let theirs = try apple.token(claims, audience: "org.other.app", at: now)
            #expect(try await caller.idp("id_token=\(theirs)&providerId=apple.com").error == "INVALID_IDP_RESPONSE")
            let renamed = try apple.token(["iss": "https://account.apple.com"], audience: "org.example.app", at: now)
            #expect(try await caller.idp("id_token=\(renamed)&providerId=apple.com")["localId"] == response["localId"])
            apple.change { $0.metadata["issuer"] = "https://account.apple.com" }
            server.clock.advance(bySeconds: 86_400)
            let later = try apple.token(audience: "org.example.app", at: server.clock.now)
            #expect(try await caller.idp("id_token=\(later)&providerId=apple.com")["localId"] == response["localId"])

            let page = try await caller.call(
                "accounts:createAuthUri",
                ["providerId": "apple.com", "continueUri": "https://app.example.org/cb", "sessionId": "the session"])
            #expect(page.error == "OPERATION_NOT_ALLOWED", "without the team's key: \(page.text)")
        }
    }

    @Test func applesSecretIsSignedForEachExchange() async throws {
        let server = try await TestServer()
        let apple = PlayedIssuer("https://appleid.apple.com")
        apple.change { $0.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post"] }
        let key = P256.Signing.PrivateKey()
        try await server.configure(
            .apple, issuer: apple, secret: Secret(key.pemRepresentation), parameters: [.teamID: "TEAM123456", .keyID: "KEY1234567"])
        try await server.run { caller in
            let sent = try await caller.authorization(.apple).query
            #expect(sent["response_mode"] == "form_post" && sent["response_type"] == "code" && sent["scope"] == "openid email name")
            let token = try apple.token(audience: "our-client", at: server.clock.now, nonce: sent["nonce"])
            apple.change { $0.codes["c"] = #"{"access_token":"a","id_token":"\#(token)"}"# }
            let user = PercentEncoding.encode(#"{"name":{"firstName":"Ada"}}"#)
            let response = try await caller.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "https://app.example.org/cb", "postBody": "code=c&state=\(sent["state"] ?? "")&user=\(user)",
                    "sessionId": "the session",
                ])
            #expect(response["displayName"] == "Ada", "\(response.text)")
            let secret = try #require(apple.state.withLock { $0.forms[0]["client_secret"] })
            let parts = secret.split(separator: ".").map(String.init)
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
            #expect(key.publicKey.isValidSignature(signature, for: SHA256.hash(data: Data((parts[0] + "." + parts[1]).utf8))))
            let claims = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
            #expect(claims.contains(#""sub":"our-client""#) && claims.contains(#""iss":"TEAM123456""#))
        }
    }

    // MARK: Microsoft

    private static let directory = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    private static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"

    @Test(arguments: [
        ("common", directory, true), ("common", personal, true), ("organizations", directory, true), ("organizations", personal, false),
        ("consumers", personal, true), ("consumers", directory, false), (directory, directory, true), (directory, personal, false),
    ])
    func microsoftsDirectoriesAreIssuersOfTheirOwn(_ tenant: String, _ directory: String, _ admitted: Bool) async throws {
        let server = try await TestServer()
        let base = "https://login.microsoftonline.com"
        let several = tenant != Self.directory
        let issuer = PlayedIssuer(base, named: several ? base + "/{tenantid}/v2.0" : "\(base)/\(tenant)/v2.0")
        try await server.configure(.microsoft, issuer: issuer, parameters: [.tenant: tenant])
        try await server.run { caller in
            func idp(_ claims: [String: any Sendable]) async throws -> Reply {
                let token = try issuer.token(claims, audience: "our-client", at: server.clock.now)
                return try await caller.idp("id_token=\(token)&providerId=microsoft.com")
            }
            let own = "\(base)/\(directory)/v2.0"
            let response = try await idp(["iss": own, "tid": directory, "email": "ada@example.org", "email_verified": true])
            #expect(response["federatedId"] == (admitted ? "person-1" : nil), "\(response.text)")
            #expect(server.provider.requests.first == "GET /\(tenant)/v2.0/.well-known/openid-configuration")
            // A directory that uses another directory's ID.
            #expect(try await idp(["iss": own, "tid": "11111111-2222-3333-4444-555555555555"]).error == "INVALID_IDP_RESPONSE")
            #expect(try await idp(["iss": "\(base)/x/../y/v2.0", "tid": "x/../y"]).error == "INVALID_IDP_RESPONSE")
        }
    }

    /// Administrators of a directory can assign any email address in it.
    @Test func microsoftAddressesAreTrustedForVerifiedDomainsOnly() async throws {
        for (claim, vouched) in [("email_verified", false), ("xms_edov", true)] {
            let server = try await TestServer()
            let base = "https://login.microsoftonline.com"
            let issuer = PlayedIssuer(base, named: base + "/{tenantid}/v2.0")
            try await server.configure(.microsoft, issuer: issuer, trusted: true)
            try await server.run { caller in
                let victim = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
                let token = try issuer.token(
                    ["iss": "\(base)/\(Self.directory)/v2.0", "tid": Self.directory, "email": "ada@example.org", claim: true],
                    audience: "our-client", at: server.clock.now)
                let response = try await caller.idp("id_token=\(token)&providerId=microsoft.com")
                #expect((response.json["needConfirmation"] as? Bool == true) == !vouched, "\(response.text)")
                #expect((response["idToken"] != nil) == vouched && victim["localId"] != nil)
            }
        }
    }

    @Test(arguments: [ProviderID.microsoft, .gitLab, .x])
    func accessTokensWithoutAnAudienceAreRejected(_ provider: ProviderID) async throws {
        let server = try await TestServer()
        try await server.configure(provider, issuer: PlayedIssuer())
        try await server.run { caller in
            let response = try await caller.idp("access_token=a&providerId=\(provider)")
            #expect(response.error == "INVALID_IDP_RESPONSE", "\(response.text)")
            #expect(response.text.contains("to which app"))
            #expect(server.provider.requests.isEmpty)
        }
    }

    // MARK: GitLab

    @Test func selfHostedGitLabSignsIn() async throws {
        let server = try await TestServer()
        let issuer = PlayedIssuer("https://git.example.com")
        try await server.configure(.gitLab, issuer: issuer, secret: nil)
        try await server.run { caller in
            let (url, sent) = try await caller.authorization(.gitLab)
            #expect(url.hasPrefix("https://git.example.com/authorize?") && sent["scope"] == "openid email profile")
            let token = try issuer.token(
                ["email": "ada@example.org", "email_verified": true, "nickname": "ada"], audience: "our-client", at: server.clock.now,
                nonce: sent["nonce"])
            issuer.change { $0.codes["c"] = #"{"access_token":"a","id_token":"\#(token)"}"# }
            let response = try await caller.finish("code=c&state=\(sent["state"] ?? "")")
            #expect(response["providerId"] == "gitlab.com" && response["username"] == "ada", "\(response.text)")
            let form = issuer.state.withLock { $0.forms[0] }
            #expect(form["client_id"] == "our-client" && form["client_secret"] == nil, "a public client shows no secret")
            let theirs = try issuer.token(audience: "their-client", at: server.clock.now)
            #expect(try await caller.idp("id_token=\(theirs)&providerId=gitlab.com").error == "INVALID_IDP_RESPONSE")
        }
    }
}
