import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// Provider configuration over HTTP.
@Suite struct ProviderConfigurationTests {
    private static let issuer = "https://login.example.com"
    private static let oidc: [String: any Sendable] = [
        "displayName": "Works", "enabled": true, "clientId": "our-client", "issuer": issuer, "clientSecret": "s3cret-of-acme",
        "responseType": ["code": true],
    ]
    private static let saml: [String: any Sendable] = [
        "displayName": "SSO", "enabled": true,
        "idpConfig": [
            "idpEntityId": "urn:idp", "ssoUrl": "https://idp.example.org/sso", "idpCertificates": [["x509Certificate": "PEM"]],
        ] as [String: any Sendable],
        "spConfig": ["spEntityId": "urn:sp", "callbackUri": "https://app.example.org/__/auth/handler"],
    ]

    private func run(_ body: @escaping @Sendable (TestServer, Administering) async throws -> Void) async throws {
        let server = try await TestServer()
        try await server.run { caller in try await body(server, try await Administering(server, caller)) }
    }

    private static func v2(
        _ admin: Administering, _ method: HTTPRequest.Method, _ path: String, _ body: [String: any Sendable]? = nil
    ) async throws -> Reply {
        try await admin.send(method, "/" + path, body, version: "v2")
    }

    private static func secret(_ server: TestServer, _ id: ProviderID) async throws -> String? {
        guard let found = try await server.store.read({ try $0.provider(id, of: server.project.id) }), !found.isPublicClient else {
            return nil
        }
        let context = ProviderConfiguration.sealingContext(project: server.project.id, provider: id)
        return try server.sealer.openText(found.sealedSecret, for: context).expose()
    }

    // MARK: OpenID

    /// The mock providers run there.
    @Test func inASandboxAnIssuerMayBeOnTheServersMachine() async throws {
        let server = try await TestServer()
        try await server.run(sandbox: true) { caller in
            let admin = try await Administering(server, caller)
            let made = try await Self.v2(
                admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc.merging(["issuer": "http://127.0.0.1:9100"]) { $1 })
            #expect(made.status == .ok, "\(made.text)")
        }
    }

    @Test func anOpenIDProviderIsMadeReadChangedAndRemoved() async throws {
        try await run { server, admin in
            let made = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc)
            #expect(made.status == .ok, "\(made.text)")
            #expect(made["name"] == "projects/default/oauthIdpConfigs/oidc.acme" && made["displayName"] == "Works")
            #expect(made["clientId"] == "our-client" && made["issuer"] == Self.issuer && made.json["enabled"] as? Bool == true)
            #expect((made.json["responseType"] as? [String: Bool]) == ["code": true])
            #expect(!made.text.contains("s3cret"), "the secret is taken and never given back")
            #expect(try await Self.secret(server, "oidc.acme") == "s3cret-of-acme")

            let got = try await Self.v2(admin, .get, "oauthIdpConfigs/oidc.acme")
            #expect(got.text == made.text)

            let renamed = try await Self.v2(
                admin, .patch, "oauthIdpConfigs/oidc.acme?updateMask=displayName,enabled", ["displayName": "Acme", "clientId": "ignored"])
            #expect(renamed["displayName"] == "Acme" && renamed["clientId"] == "our-client", "\(renamed.text)")
            #expect(renamed.json["enabled"] as? Bool == false, "named in the mask and absent: its default")
            #expect(try await Self.secret(server, "oidc.acme") == "s3cret-of-acme")

            let implied = try await Self.v2(admin, .patch, "oauthIdpConfigs/oidc.acme", ["enabled": true, "client_secret": "another"])
            #expect(implied.json["enabled"] as? Bool == true && implied["displayName"] == "Acme", "\(implied.text)")
            #expect(try await Self.secret(server, "oidc.acme") == "another")

            let token = try await Self.v2(
                admin, .patch, "oauthIdpConfigs/oidc.acme?updateMask=responseType,clientSecret", ["responseType": ["idToken": true]])
            #expect((token.json["responseType"] as? [String: Bool]) == ["idToken": true], "\(token.text)")
            #expect(try await Self.secret(server, "oidc.acme") == nil)

            let gone = try await Self.v2(admin, .delete, "oauthIdpConfigs/oidc.acme")
            #expect(gone.status == .ok && gone.text == "{}")
            for method in [HTTPRequest.Method.get, .delete] {
                let reply = try await Self.v2(admin, method, "oauthIdpConfigs/oidc.acme")
                #expect(reply.status == .notFound && reply.error == "CONFIGURATION_NOT_FOUND", "\(reply.text)")
                #expect((reply.json["error"] as? [String: Any])?["status"] as? String == "NOT_FOUND")
            }
            let events = try await server.store.read { try $0.events(EventFilter(project: .standard, kind: .configure), limit: 9) }
            #expect(events.count == 5 && events.allSatisfy { $0.event.actor == Administering.actor && $0.event.method == "oidc.acme" })
        }
    }

    @Test(
        arguments: [
            ("the issuer, without a secret", "issuer,clientSecret", ["issuer": "https://attacker.example"], nil),
            (
                "the issuer of a client that is given tokens", "issuer,responseType.idToken",
                ["issuer": "https://attacker.example", "responseType": ["idToken": true]], nil
            ),
            ("the issuer, with a secret", "issuer,clientSecret", ["issuer": "https://other.example", "clientSecret": "new"], "new"),
            ("the client, without a secret", "clientId,clientSecret", ["clientId": "another"], nil),
            ("the issuer, to what it is", "issuer", ["issuer": issuer], "s3cret-of-acme"),
            ("the issuer, by a slash", "issuer", ["issuer": issuer + "/"], "s3cret-of-acme"),
            ("the name", "displayName", ["displayName": "Other"], "s3cret-of-acme"),
        ] as [(String, String, [String: any Sendable], String?)])
    func changingTheProviderRemovesTheSecret(
        _ change: String, _ mask: String, _ body: [String: any Sendable], _ secret: String?
    ) async throws {
        try await run { server, admin in
            _ = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc)
            let changed = try await Self.v2(admin, .patch, "oauthIdpConfigs/oidc.acme?updateMask=" + mask, body)
            #expect(changed.status == .ok, "\(changed.text)")
            #expect(try await Self.secret(server, "oidc.acme") == secret, "\(change)")
        }
    }

    @Test func unusedResponseTypeCanBeRemoved() async throws {
        try await run { _, admin in
            _ = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc)
            let same = try await Self.v2(
                admin, .patch, "oauthIdpConfigs/oidc.acme?updateMask=responseType.idToken", ["responseType": ["idToken": false]])
            #expect(same.json["responseType"] as? [String: Bool] == ["code": true], "\(same.text)")
        }
    }

    @Test func issuerThatResolvesToTheServersNetworkIsRejected() async throws {
        let server = try await TestServer(names: ["inside.example.com": ["203.0.113.9", "10.0.0.7"]])
        try await server.run { caller in
            let admin = try await Administering(server, caller)
            let inside = Self.oidc.merging(["issuer": "https://inside.example.com"]) { $1 }
            let refused = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", inside)
            #expect(refused.error == "INVALID_CONFIG" && refused.text.contains("inside.example.com is on the server's own machine"))
            #expect(!refused.text.contains("10.0.0.7"), "addresses are shown to the operator only")
            let saved = try await server.store.read { try $0.provider("oidc.acme", of: .standard) }
            #expect(saved == nil)
        }
    }

    @Test func anIssuerOfTheOperatorsOnThisMachineMayBeSentBack() async throws {
        try await run { server, admin in
            let inside = "http://127.0.0.1:9100"
            _ = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc)
            var found = try #require(try await server.store.read { try $0.provider("oidc.acme", of: .standard) })
            (found.issuer, found.apiOrigin, found.webOrigin) = (inside, inside, inside)
            try await server.store.write { [found] in try $0.save(found) }
            let path = "oauthIdpConfigs/oidc.acme?updateMask=issuer,displayName,clientSecret"
            let body = ["issuer": inside, "displayName": "New", "clientSecret": "new"]
            let changed = try await Self.v2(admin, .patch, path, body)
            #expect(changed["displayName"] == "New" && changed["issuer"] == inside, "\(changed.text)")
            let elsewhere = try await Self.v2(admin, .patch, path, body.merging(["issuer": "http://127.0.0.1:9101"]) { $1 })
            #expect(elsewhere.error == "INVALID_CONFIG" && elsewhere.text.contains("own machine"), "\(elsewhere.text)")
        }
    }

    @Test func listsComeInPages() async throws {
        try await run { _, admin in
            for name in ["b", "a", "c"] {
                let made = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.\(name)", Self.oidc)
                let kept = try await Self.v2(admin, .post, "inboundSamlConfigs?inboundSamlConfigId=saml.\(name)", Self.saml)
                #expect(made.status == .ok && kept.status == .ok, "\(kept.text)")
            }
            for (collection, prefix) in [("oauthIdpConfigs", "oidc."), ("inboundSamlConfigs", "saml.")] {
                let first = try await Self.v2(admin, .get, collection + "?pageSize=2")
                let token = try #require(first["nextPageToken"])
                let second = try await Self.v2(admin, .get, collection + "?pageSize=2&pageToken=" + token)
                let names = [first, second].map { page in
                    (page.json[collection] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
                }
                let stem = "projects/default/\(collection)/\(prefix)"
                #expect(names == [[stem + "a", stem + "b"], [stem + "c"]])
                #expect(second["nextPageToken"] == nil)
                #expect(try await Self.v2(admin, .get, collection + "?pageSize=101").error == "INVALID_PAGE_SELECTION")
            }
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: HTTPRequest.Method
        let path: String
        let body: [String: any Sendable]
        let error: String

        init(
            _ sentence: String, _ method: HTTPRequest.Method, _ path: String, _ body: [String: any Sendable] = [:], _ error: String
        ) {
            (testDescription, self.method, self.path, self.body, self.error) = (sentence, method, path, body, error)
        }
    }

    private static func without(_ name: String, _ body: [String: any Sendable]) -> [String: any Sendable] {
        body.filter { $0.key != name }
    }

    static let oidcPath = "oauthIdpConfigs?oauthIdpConfigId=oidc.new"
    static let present = "oauthIdpConfigs/oidc.present"
    static let samlPath = "inboundSamlConfigs?inboundSamlConfigId=saml.new"

    @Test(arguments: [
        Wrong("no id", .post, "oauthIdpConfigs", oidc, "MISSING_CONFIG_ID"),
        Wrong("no OpenID id", .post, "oauthIdpConfigs?oauthIdpConfigId=acme", oidc, "INVALID_CONFIG_ID"),
        Wrong("an id of signs", .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.A_b", oidc, "INVALID_CONFIG_ID"),
        Wrong("there is one", .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.present", oidc, "CONFIGURATION_EXISTS"),
        Wrong("no client", .post, oidcPath, without("clientId", oidc), "MISSING_OAUTH_CLIENT_ID"),
        Wrong("a client of blanks", .post, oidcPath, oidc.merging(["clientId": "a b"]) { $1 }, "INVALID_OAUTH_CLIENT_ID"),
        Wrong("no issuer", .post, oidcPath, without("issuer", oidc), "MISSING_ISSUER"),
        Wrong("an issuer in the clear", .post, oidcPath, oidc.merging(["issuer": "http://login.example.com"]) { $1 }, "INVALID_CONFIG"),
        Wrong(
            "an issuer on the server's machine", .post, oidcPath, oidc.merging(["issuer": "http://127.0.0.1:9"]) { $1 }, "INVALID_CONFIG"),
        Wrong("the same, by name", .post, oidcPath, oidc.merging(["issuer": "https://localhost"]) { $1 }, "INVALID_CONFIG"),
        Wrong("an issuer in a private network", .post, oidcPath, oidc.merging(["issuer": "https://10.1.2.3/x"]) { $1 }, "INVALID_CONFIG"),
        Wrong(
            "where clouds keep secrets", .patch, present + "?updateMask=issuer", ["issuer": "https://169.254.169.254"], "INVALID_CONFIG"),
        Wrong("a code without secret", .post, oidcPath, without("clientSecret", oidc), "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "a provider of no type", .patch, present + "?updateMask=responseType.code", ["responseType": ["code": false]], "INVALID_CONFIG"),
        Wrong("the type taken away", .patch, present + "?updateMask=responseType", [:], "INVALID_CONFIG"),
        Wrong(
            "a misspelt type", .patch, present + "?updateMask=responseType", ["responseType": ["code": true, "idTokn": false]],
            "INVALID_ARGUMENT"),
        Wrong(
            "another issuer with the old secret", .patch, present + "?updateMask=issuer", ["issuer": "https://other.example"],
            "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "the same, for codes", .patch, present + "?updateMask=issuer,responseType.code",
            ["issuer": "https://other.example", "responseType": ["code": true]], "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "another client with the old secret", .patch, present + "?updateMask=clientId", ["clientId": "another"],
            "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "both types", .post, oidcPath, oidc.merging(["responseType": ["code": true, "idToken": true]]) { $1 }, "INVALID_CONFIG"),
        Wrong("a change of nothing there", .patch, "oauthIdpConfigs/oidc.absent", ["enabled": true], "CONFIGURATION_NOT_FOUND"),
        Wrong("a change that is none", .patch, present + "?updateMask=shoeSize", ["shoeSize": 1], "INVALID_ARGUMENT"),
        Wrong("a misspelt member of a new one", .post, oidcPath, oidc.merging(["clientsecret": "s"]) { $1 }, "INVALID_ARGUMENT"),
        Wrong(
            "a misspelt member of a new SAML one", .post, samlPath,
            saml.merging(["spConfig": ["spEntityId": "sp", "signRequests": true] as [String: any Sendable]]) { $1 }, "INVALID_ARGUMENT"),
        Wrong("a client taken away", .patch, present + "?updateMask=clientId", [:], "MISSING_OAUTH_CLIENT_ID"),
        Wrong("an issuer taken away", .patch, present + "?updateMask=issuer", [:], "MISSING_ISSUER"),
        Wrong(
            "a code and the secret taken away", .patch, present + "?updateMask=responseType.code,clientSecret",
            ["responseType": ["code": true]], "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "a provider with a collection of its own", .get, "oauthIdpConfigs/twitter.com", [:], "INVALID_CONFIG_ID"),
        Wrong("an unknown provider", .post, "defaultSupportedIdpConfigs?idpId=yahoo.com", ["clientId": "x"], "INVALID_CONFIG_ID"),
        Wrong("OpenID among the known", .post, "defaultSupportedIdpConfigs?idpId=oidc.acme", ["clientId": "x"], "INVALID_CONFIG_ID"),
        Wrong("no key", .post, "defaultSupportedIdpConfigs?idpId=x.com", ["clientSecret": "s"], "MISSING_OAUTH_CLIENT_ID"),
        Wrong("no secret", .post, "defaultSupportedIdpConfigs?idpId=microsoft.com", ["clientId": "x"], "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "a known provider twice", .post, "defaultSupportedIdpConfigs?idpId=twitter.com", ["clientId": "x"],
            "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "a known provider twice, whole", .post, "defaultSupportedIdpConfigs?idpId=twitter.com",
            ["clientId": "x", "clientSecret": "y"], "CONFIGURATION_EXISTS"),
        Wrong(
            "a new key with the old secret", .patch, "defaultSupportedIdpConfigs/twitter.com", ["clientId": "x"],
            "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "the secret taken away", .patch, "defaultSupportedIdpConfigs/twitter.com?updateMask=clientSecret", [:],
            "MISSING_OAUTH_CLIENT_SECRET"),
        Wrong(
            "Apple's settings elsewhere", .patch, "defaultSupportedIdpConfigs/twitter.com",
            ["appleSignInConfig": ["bundleIds": ["a"]]], "INVALID_CONFIG"),
        Wrong("no SAML id", .post, "inboundSamlConfigs?inboundSamlConfigId=acme", saml, "INVALID_CONFIG_ID"),
        Wrong("no SAML provider", .post, samlPath, without("idpConfig", saml), "MISSING_CONFIG"),
        Wrong("no SAML project", .post, samlPath, without("spConfig", saml), "MISSING_SAML_RELYING_PARTY_CONFIG"),
        Wrong(
            "no certificate", .post, samlPath,
            saml.merging(["idpConfig": ["idpEntityId": "i", "ssoUrl": "https://i.example"]]) { $1 }, "INVALID_CONFIG"),
        Wrong("SAML there already", .post, "inboundSamlConfigs?inboundSamlConfigId=saml.present", saml, "CONFIGURATION_EXISTS"),
        Wrong("no SAML there", .get, "inboundSamlConfigs/saml.absent", [:], "CONFIGURATION_NOT_FOUND"),
    ])
    func invalidConfigurationsAreRejectedWithAReason(_ wrong: Wrong) async throws {
        try await run { server, admin in
            _ = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.present", Self.oidc)
            _ = try await Self.v2(admin, .post, "inboundSamlConfigs?inboundSamlConfigId=saml.present", Self.saml)
            let before = try await server.store.read { try $0.providers(of: .standard) }
            let reply = try await Self.v2(admin, wrong.method, wrong.path, wrong.method == .get ? nil : wrong.body)
            #expect(reply.error == wrong.error, "\(reply.text)")
            #expect(!reply.text.contains("--"), "no options of the command")
            #expect(try await server.store.read { try $0.providers(of: .standard) } == before)
        }
    }

    @Test func issuerWithLinkedIdentitiesCannotChange() async throws {
        try await run { server, admin in
            _ = try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc)
            let identity = Identity(key: IdentityKey(provider: "oidc.acme", origin: Self.issuer, rawID: "1"), linkedAt: server.clock.now)
            let account = Account(id: "ada", realm: Realm(project: .standard), createdAt: server.clock.now, identities: [identity])
            try await server.store.write { try $0.insert(account) }
            let other = ["issuer": "https://other.example.com"]
            #expect(
                try await Self.v2(admin, .patch, "oauthIdpConfigs/oidc.acme", other.merging(["clientSecret": "new"]) { $1 }).error
                    == "INVALID_CONFIG")
            _ = try await Self.v2(admin, .delete, "oauthIdpConfigs/oidc.acme")
            let again = try await Self.v2(
                admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc.merging(other) { $1 })
            #expect(again.error == "INVALID_CONFIG", "removing the configuration is no way around it")
            #expect(try await Self.v2(admin, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.oidc).status == .ok)
        }
    }

    // MARK: Known providers

    @Test func aKnownProviderIsMadeReadChangedAndRemoved() async throws {
        try await run { server, admin in
            let all = "defaultSupportedIdpConfigs"
            #expect(try await Self.v2(admin, .delete, all + "/github.com").text == "{}")
            let made = try await Self.v2(
                admin, .post, all + "?idpId=github.com", ["clientId": "new", "clientSecret": "s3cret", "enabled": true])
            #expect(made.status == .ok && !made.text.contains("s3cret"), "\(made.text)")
            #expect(made["name"] == "projects/default/defaultSupportedIdpConfigs/github.com" && made["clientId"] == "new")
            let found = try #require(try await server.store.read { try $0.provider(.github, of: .standard) })
            #expect(found.apiOrigin == "https://api.github.com" && found.webOrigin == "https://github.com" && found.enabled)
            #expect(try await Self.secret(server, .github) == "s3cret")
            let off = try await Self.v2(admin, .patch, all + "/github.com?updateMask=enabled", ["enabled": false])
            #expect(off.json["enabled"] as? Bool == false && off["clientId"] == "new")
            #expect(try await Self.secret(server, .github) == "s3cret")
            let list = try await Self.v2(admin, .get, all)
            let names = (list.json[all] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            #expect(names.map { $0.split(separator: "/").last } == ["github.com", "twitter.com"])
        }
    }

    @Test func appleHasItsOwnSettings() async throws {
        try await run { server, admin in
            let key = """
                -----BEGIN PRIVATE KEY-----
                MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgevZzL1gdAFr88hb2
                OF/2NxApJCzGCEDdfSp6VQO30hyhRANCAAQRWz+jn65BtOMvdyHKcvjBeBSDZH2r
                1RTwjmYSi9R/zpBnuQ4EiMnCqfMPWiZqB4QdbAd0E7oH50VpuZ1P087G
                -----END PRIVATE KEY-----
                """
            let body: [String: any Sendable] = [
                "clientId": "org.example.web", "enabled": true,
                "appleSignInConfig": [
                    "bundleIds": ["org.example.app"], "codeFlowConfig": ["teamId": "TEAM123456", "keyId": "KEY1234567", "privateKey": key],
                ] as [String: any Sendable],
            ]
            let made = try await Self.v2(admin, .post, "defaultSupportedIdpConfigs?idpId=apple.com", body)
            #expect(made.status == .ok && !made.text.contains("PRIVATE"), "\(made.text)")
            let apple = try #require(made.json["appleSignInConfig"] as? [String: Any])
            #expect(apple["bundleIds"] as? [String] == ["org.example.app"])
            #expect(apple["codeFlowConfig"] as? [String: String] == ["teamId": "TEAM123456", "keyId": "KEY1234567"])
            let found = try #require(try await server.store.read { try $0.provider(.apple, of: .standard) })
            #expect(found.acceptedClientIDs == ["org.example.app"] && found.parameters[.teamID] == "TEAM123456" && !found.isPublicClient)
        }
    }

    @Test func theKnownProvidersAreListed() async throws {
        try await run { _, admin in
            for path in ["/v2/defaultSupportedIdps", "/identitytoolkit.googleapis.com/v2/defaultSupportedIdps"] {
                let reply = try await admin.caller.send(.get, path, headers: [.authorization: "Bearer " + admin.token])
                let ids = (reply.json["defaultSupportedIdps"] as? [[String: String]] ?? []).compactMap { $0["idpId"] }
                #expect(
                    Set(ids).isSuperset(of: ["twitter.com", "github.com", "google.com", "apple.com", "microsoft.com"]), "\(reply.text)")
                #expect(!ids.contains { $0.hasPrefix("oidc") })
                #expect(try await admin.caller.send(.get, path).status == .unauthorized)
            }
        }
    }

    // MARK: SAML

    @Test func samlConfigurationIsStoredButCannotSignIn() async throws {
        try await run { server, admin in
            let made = try await Self.v2(admin, .post, "inboundSamlConfigs?inboundSamlConfigId=saml.acme", Self.saml)
            #expect(made.status == .ok && made["name"] == "projects/default/inboundSamlConfigs/saml.acme", "\(made.text)")
            #expect(try await Self.v2(admin, .get, "inboundSamlConfigs/saml.acme").text == made.text)
            let changed = try await Self.v2(
                admin, .patch, "inboundSamlConfigs/saml.acme?updateMask=display_name,idpConfig.ssoUrl",
                ["displayName": "New", "idpConfig": ["ssoUrl": "https://new.example.org"]])
            let idp = try #require(changed.json["idpConfig"] as? [String: Any], "\(changed.text)")
            #expect(changed["displayName"] == "New" && idp["ssoUrl"] as? String == "https://new.example.org")
            #expect(idp["idpEntityId"] as? String == "urn:idp" && (idp["idpCertificates"] as? [Any])?.count == 1)

            let begun = try await admin.caller.call(
                "accounts:createAuthUri", ["providerId": "saml.acme", "continueUri": "https://app.example.org/"])
            let posted = try await admin.caller.call(
                "accounts:signInWithIdp",
                ["requestUri": "https://app.example.org/", "postBody": "SAMLResponse=x&providerId=saml.acme", "sessionId": "s"])
            for reply in [begun, posted] {
                #expect(reply.error == "OPERATION_NOT_ALLOWED" && reply.text.contains("SAML sign-in is not supported"), "\(reply.text)")
            }
            #expect(try await Self.v2(admin, .delete, "inboundSamlConfigs/saml.acme").text == "{}")
            #expect(try await Self.v2(admin, .delete, "inboundSamlConfigs/saml.acme").status == .notFound)
            let events = try await server.store.read { try $0.events(EventFilter(project: .standard, kind: .configure), limit: 9) }
            #expect(events.count == 3)
        }
    }

    @Test func onlyAdministratorsConfigure() async throws {
        try await run { server, admin in
            for collection in ["oauthIdpConfigs", "defaultSupportedIdpConfigs", "inboundSamlConfigs"] {
                let path = "/v2/projects/default/\(collection)"
                for (method, suffix) in [(HTTPRequest.Method.get, ""), (.post, "?x=y"), (.get, "/a"), (.patch, "/a"), (.delete, "/a")] {
                    let body: String? = method == .get ? nil : "{}"
                    let reply = try await admin.caller.send(method, path + suffix, body: body)
                    #expect(reply.status == .unauthorized)
                    let foreign = try await admin.send(method, "/\(collection)\(suffix)", version: "v2", project: "other")
                    #expect(foreign.status == .forbidden)
                }
            }
        }
    }
}
