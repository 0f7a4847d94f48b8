import Foundation
import HTTPTypes
import JWTKit
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// The assertion of a service account that requests an access token; wrong types must be possible.
private struct Assertion: JWTPayload {
    let claims: [String: ClaimValue]
    init(_ claims: [String: ClaimValue]) { self.claims = claims }
    init(from decoder: any Decoder) throws { claims = try decoder.singleValueContainer().decode([String: ClaimValue].self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(claims)
    }
    func verify(using algorithm: some JWTAlgorithm) {}
}

@Suite struct AdministratorTests {
    private static let scope = "https://www.googleapis.com/auth/identitytoolkit"
    private let server: TestServer
    private let key: ServiceAccountKey

    init() async throws {
        server = try await TestServer()
        key = try ServiceAccountKey.make(name: "back-end", project: server.project.id, at: server.clock.now)
        let account = key.account
        try await server.store.write { try $0.insert(account) }
    }

    // MARK: Access tokens

    private func assertion(_ changes: [String: ClaimValue] = [:], signedWith other: ServiceAccountKey? = nil) async throws -> String {
        let now = Int64(server.clock.now.timeIntervalSince1970)
        var claims: [String: ClaimValue] = [
            "iss": .string(key.account.email), "aud": "https://auth.example.org/oauth2/token", "scope": .string(Self.scope),
            "iat": .integer(now), "exp": .integer(now + 3600),
        ]
        for (name, value) in changes { claims[name] = value == .null ? nil : value }
        let signer = other ?? key
        let keys = JWTKeyCollection()
        await keys.add(
            rsa: try JWTKit.Insecure.RSA.PrivateKey(pem: signer.privateKeyPEM.expose()), digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: signer.account.keyID))
        return try await keys.sign(Assertion(claims), kid: JWKIdentifier(string: signer.account.keyID))
    }

    private func request(_ caller: TestServer.Caller, _ assertion: String, path: String = "/oauth2/token") async throws -> Reply {
        try await caller.send(
            .post, path, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)")
    }

    private func token(_ caller: TestServer.Caller, scope: String = scope) async throws -> String {
        let reply = try await request(caller, try await assertion(["scope": .string(scope)]))
        #expect(reply.json["expires_in"] as? Int == 3600 && reply["token_type"] == "Bearer", "\(reply.text)")
        return try #require(reply["access_token"])
    }

    private func call(
        _ caller: TestServer.Caller, _ token: String?, _ name: String, _ body: [String: any Sendable] = [:], project: String = "default",
        get: Bool = false
    ) async throws -> Reply {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = token.map { "Bearer " + $0 }
        let text = get ? nil : String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await caller.send(
            get ? .get : .post, "/identitytoolkit.googleapis.com/v1/projects/\(project)/\(name)", headers: headers, body: text)
    }

    @Test(arguments: [
        ("identitytoolkit", true), ("firebase", true), ("cloud-platform", true), ("firebase.database", false),
        ("firebase.database https://www.googleapis.com/auth/userinfo.email", false),
        ("userinfo.email https://www.googleapis.com/auth/firebase.database", false),
        ("firebase.database https://www.googleapis.com/auth/identitytoolkit", true),
    ])
    func tokenScopesLimitAccess(_ scope: String, opensAccounts: Bool) async throws {
        try await server.run { caller in
            let token = try await token(caller, scope: "https://www.googleapis.com/auth/" + scope)
            let reply = try await call(caller, token, "accounts:query")
            #expect(reply.status == (opensAccounts ? .ok : .unauthorized), "\(reply.text)")
            let grant = ServiceAccountGrant(store: server.store, now: { [clock = server.clock] in clock.now })
            #expect(try await grant.access(by: token, opening: .databases) != nil, "all of them open databases")
            #expect(try await (grant.access(by: token, opening: .accounts) != nil) == opensAccounts)
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let sentence: String
        let changes: [String: ClaimValue]
        let error: String
        var testDescription: String { sentence }
    }

    @Test(arguments: [
        Wrong(sentence: "of an unknown account", changes: ["iss": "nobody@example.org"], error: "invalid_grant"),
        Wrong(sentence: "for another server", changes: ["aud": "https://auth.example.com/oauth2/token"], error: "invalid_grant"),
        Wrong(sentence: "for no server", changes: ["aud": .null], error: "invalid_grant"),
        Wrong(sentence: "without scope", changes: ["scope": .null], error: "invalid_scope"),
        Wrong(sentence: "for something else", changes: ["scope": "https://www.googleapis.com/auth/drive"], error: "invalid_scope"),
        Wrong(sentence: "expired", changes: ["exp": .integer(1_799_999_999)], error: "invalid_grant"),
        Wrong(sentence: "for too long", changes: ["exp": .integer(1_800_003_601)], error: "invalid_grant"),
        Wrong(sentence: "without end", changes: ["exp": .null], error: "invalid_grant"),
        Wrong(
            sentence: "from the future", changes: ["iat": .integer(1_800_000_600), "exp": .integer(1_800_000_700)], error: "invalid_grant"),
    ])
    func aWrongAssertionGivesNoToken(_ wrong: Wrong) async throws {
        let text = try await assertion(wrong.changes)
        try await server.run { caller in
            let reply = try await request(caller, text)
            #expect(reply.status == .badRequest && reply["error"] == wrong.error, "\(reply.text)")
            #expect(reply["access_token"] == nil && reply["error_description"] != nil)
        }
    }

    @Test func aForgedAssertionGivesNoToken() async throws {
        let other = try ServiceAccountKey.make(name: "thief", project: server.project.id, at: server.clock.now)
        let forged = try await assertion(signedWith: other)
        let parts = try await assertion().split(separator: ".")
        let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + parts[1] + "."
        try await server.run { caller in
            for text in [forged, unsigned, "", "a.b.c", String(repeating: "a", count: 30_000)] {
                let reply = try await request(caller, text)
                #expect(reply["error"]?.isEmpty == false && reply["access_token"] == nil)
            }
        }
    }

    @Test func everyEndpointRequiresAnAdministrator() async throws {
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { [clock = server.clock] in clock.now })
        _ = try await setup.create("other-project", displayName: "Other")
        try await server.run { caller in
            let good = try await token(caller)
            let idToken = try await caller.call("accounts:signUp", [:])["idToken"]
            let routes: [(String, Bool)] = [
                ("accounts", false), ("accounts:lookup", false), ("accounts:update", false), ("accounts:delete", false),
                ("accounts:batchDelete", false), ("accounts:batchGet", true),
            ]
            for (name, get) in routes {
                for wrong in [nil, "", "owner", "x", idToken, "lka_" + String(repeating: "A", count: 43)] {
                    let reply = try await call(caller, wrong, name, get: get)
                    #expect(reply.status == .unauthorized, "\(name) \(wrong ?? "-"): \(reply.text)")
                    #expect((reply.json["error"] as? [String: Any])?["status"] as? String == "UNAUTHENTICATED")
                }
                let foreign = try await call(caller, good, name, project: "other-project", get: get)
                #expect(foreign.status == .forbidden, "\(name): \(foreign.text)")
                let missing = try await call(caller, good, name, project: "missing", get: get)
                #expect(missing.status == .forbidden, "\(name): \(missing.text)")
            }
        }
    }

    @Test func aTokenEndsAfterAnHourAndWithItsServiceAccount() async throws {
        try await server.run { caller in
            let first = try await token(caller)
            #expect(try await call(caller, first, "accounts:batchGet", get: true).status == .ok)
            server.clock.advance(bySeconds: 3600)
            #expect(try await call(caller, first, "accounts:batchGet", get: true).status == .unauthorized)
            let second = try await token(caller)
            let email = key.account.email
            #expect(try await server.store.write { try $0.revokeServiceAccount(email, at: ManualTime.now) })
            #expect(try await call(caller, second, "accounts:batchGet", get: true).status == .unauthorized)
            #expect(try await request(caller, try await assertion())["error"] == "invalid_grant")
        }
    }

    private enum ManualTime { static let now = Date(timeIntervalSince1970: 1_800_003_600) }

    // MARK: Accounts

    @Test func accountIsCreatedChangedAndDeleted() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let made = try await call(
                caller, admin, "accounts",
                [
                    "localId": "ada", "email": "Ada@Example.org", "password": "secret1", "displayName": "Ada", "emailVerified": true,
                    "phoneNumber": "+4915112345678", "mfaInfo": [["phoneInfo": "+4915112345679", "displayName": "Mobile"]],
                ])
            #expect(made["localId"] == "ada" && made["email"] == "ada@example.org" && made["idToken"] == nil, "\(made.text)")
            for input in [
                ["localId": ["ada"]], ["email": ["ADA@example.org"]], ["phoneNumber": ["+4915112345678"]],
                ["localId": ["ada", "missing"], "email": ["ada@example.org"]],
            ] {
                let users = try await call(caller, admin, "accounts:lookup", input).json["users"] as? [[String: Any]]
                #expect(users?.count == 1 && users?.first?["localId"] as? String == "ada", "\(input)")
                #expect(users?.first?["emailVerified"] as? Bool == true && users?.first?["passwordHash"] as? String != "UkVEQUNURUQ=")
                #expect((users?.first?["mfaInfo"] as? [[String: Any]])?.first?["phoneInfo"] as? String == "+4915112345679")
            }
            #expect(try await call(caller, admin, "accounts:lookup", ["localId": ["missing"]]).json["users"] == nil)
            let signedIn = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "secret1"])
            #expect(signedIn["idToken"] != nil, "\(signedIn.text)")
            let changed = try await call(
                caller, admin, "accounts:update",
                ["localId": "ada", "displayName": "Ada L.", "customAttributes": #"{"role":"editor"}"#, "deleteProvider": ["phone"]])
            #expect(changed["displayName"] == "Ada L.", "\(changed.text)")
            for uid in [".", "..", "console/ada", "a\n", String(repeating: "u", count: 129)] {
                #expect(try await call(caller, admin, "accounts", ["localId": uid]).error == "INVALID_LOCAL_ID", "\(uid)")
            }
            let gone = try await call(caller, admin, "accounts:delete", ["localId": "ada"])
            #expect(gone["kind"] == "identitytoolkit#DeleteAccountResponse")
            #expect(try await call(caller, admin, "accounts:delete", ["localId": "ada"]).error == "USER_NOT_FOUND")
            let all = try await server.store.read { try $0.events(of: server.project.id, subject: nil, limit: 99) }
            let pseudonym = all.first { $0.kind == .delete }?.subject
            let events = all.filter { $0.subject == pseudonym }
            #expect(!all.contains { $0.subject == "ada" })
            #expect(events.filter { $0.actor == key.account.email }.map(\.kind) == [.delete, .unlink, .signUp])
        }
    }

    @Test func disablingChangingAndRevokingEndSessions() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let changes: [[String: any Sendable]] = [
                ["disableUser": true], ["password": "another1"], ["email": "new@example.org"],
                ["validSince": String(Int64(server.clock.now.timeIntervalSince1970))], ["deleteAttribute": ["PASSWORD"]],
            ]
            for (index, change) in changes.enumerated() {
                let email = "a\(index)@example.org"
                let person = try await caller.call("accounts:signUp", ["email": email, "password": "secret1"])
                let body = change.merging(["localId": try #require(person["localId"])]) { first, _ in first }
                #expect(try await call(caller, admin, "accounts:update", body).status == .ok)
                let after = try await caller.call("accounts:lookup", ["idToken": person["idToken"]])
                let error = change["disableUser"] == nil ? "TOKEN_EXPIRED" : "USER_DISABLED"
                #expect(after.error == error, "\(change): \(after.text)")
                #expect(try await refresh(caller, person).error == error, "\(change)")
            }
        }
    }

    @Test func anAccountMayHaveAPasswordAndNoAddress() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            for body in [["password": "secret1"], ["password": "secret1", "localId": "ada"]] {
                let made = try await call(caller, admin, "accounts", body)
                #expect(made.status == .ok && made["localId"] != nil, "\(made.text)")
            }
            let found = try await call(caller, admin, "accounts:lookup", ["localId": ["ada"]])
            let user = (found.json["users"] as? [[String: Any]])?.first
            #expect(user?["passwordHash"] is String && user?["email"] == nil)
        }
    }

    @Test func anAccountThatWasNeverSignedInToHasNoLastSignIn() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            func user(_ uid: String) async throws -> [String: Any] {
                let found = try await call(caller, admin, "accounts:lookup", ["localId": [uid]])
                return try #require((found.json["users"] as? [[String: Any]])?.first)
            }
            let account = ["localId": "ada", "email": "ada@example.org", "password": "secret1"]
            _ = try await call(caller, admin, "accounts", account)
            let imported: [[String: any Sendable]] = [["localId": "bob", "lastLoginAt": "1600000000456"], ["localId": "eve"]]
            _ = try await call(caller, admin, "accounts:batchCreate", ["users": imported])
            for uid in ["ada", "eve"] {
                let user = try await user(uid)
                #expect(user["lastLoginAt"] == nil && user["lastRefreshAt"] == nil && user["createdAt"] != nil, "\(user)")
            }
            let bob = try await user("bob")
            #expect(bob["lastLoginAt"] as? String == "1600000000456" && bob["lastRefreshAt"] == nil, "\(bob)")
            _ = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "secret1"])
            let ada = try await user("ada")
            #expect(ada["lastLoginAt"] is String && ada["lastRefreshAt"] is String, "\(ada)")
        }
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "//example.org/p", "picture"])
    func aPictureIsFetchedByHTTP(_ url: String) async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let made = try await call(caller, admin, "accounts", ["photoUrl": url])
            #expect(made.error == "INVALID_PHOTO_URL", "\(made.text)")
            let identity = ["providerId": "google.com", "rawId": "1", "photoUrl": url]
            let users: [[String: any Sendable]] = [
                ["localId": "ada", "photoUrl": url], ["localId": "bob", "providerUserInfo": [identity]],
            ]
            let imported = try await call(caller, admin, "accounts:batchCreate", ["users": users])
            #expect(imported.status == .ok && imported.json["error"] as? [String] == [], "\(imported.text)")
            let found = try await call(caller, admin, "accounts:lookup", ["localId": ["ada", "bob"]])
            #expect((found.json["users"] as? [Any])?.count == 2 && !found.text.contains("photoUrl"), "\(found.text)")
        }
    }

    @Test func claimsAreReturnedAsWritten() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            for claims in [#"{"role":"editor"}"#, "{}"] {
                _ = try await call(caller, admin, "accounts", ["localId": "ada"])
                let changed = try await call(caller, admin, "accounts:update", ["localId": "ada", "customAttributes": claims])
                #expect(changed.status == .ok)
                let found = try await call(caller, admin, "accounts:lookup", ["localId": ["ada"]])
                #expect((found.json["users"] as? [[String: Any]])?.first?["customAttributes"] as? String == claims)
            }
        }
    }

    @Test(arguments: ["facebook.com", "google.com", "saml.okta", "oidc.unknown"])
    func anImportedIdentityIsFoundWithoutItsProvider(_ provider: String) async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let identity = ["providerId": provider, "rawId": "the-id"]
            let user: [String: any Sendable] = ["localId": "ada", "providerUserInfo": [identity]]
            let imported = try await call(caller, admin, "accounts:batchCreate", ["users": [user]])
            #expect(imported.status == .ok && (imported.json["error"] as? [Any])?.isEmpty == true, "\(imported.text)")
            let found = try await call(caller, admin, "accounts:lookup", ["federatedUserId": [identity]])
            #expect((found.json["users"] as? [[String: Any]])?.first?["localId"] as? String == "ada", "\(found.text)")
        }
    }

    @Test func theDateOfAnEnrollmentIsTaken() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            _ = try await call(caller, admin, "accounts", ["localId": "ada", "email": "ada@example.org", "emailVerified": true])
            // A new factor, then the same factor with another date.
            for (date, name) in [("2020-01-02T03:04:05.678Z", "mine"), ("2021-01-02T03:04:05.000Z", nil)] {
                var factor = ["mfaEnrollmentId": "factor-1", "phoneInfo": "+15555550100", "enrolledAt": date]
                factor["displayName"] = name
                let changed = try await call(
                    caller, admin, "accounts:update", ["localId": "ada", "mfa": ["enrollments": [factor]] as [String: any Sendable]])
                #expect(changed.status == .ok, "\(changed.text)")
                let found = try await call(caller, admin, "accounts:lookup", ["localId": ["ada"]])
                let factors = (found.json["users"] as? [[String: Any]])?.first?["mfaInfo"] as? [[String: Any]]
                #expect(factors?.count == 1 && factors?.first?["enrolledAt"] as? String == date, "\(found.text)")
                #expect(factors?.first?["displayName"] as? String == "mine", "a name that is not sent stays")
            }
            let wrong = ["mfaEnrollmentId": "factor-1", "phoneInfo": "+15555550100", "enrolledAt": "yesterday"]
            let refused = try await call(
                caller, admin, "accounts:update", ["localId": "ada", "mfa": ["enrollments": [wrong]] as [String: any Sendable]])
            #expect(refused.error == "INVALID_ARGUMENT" && refused.text.contains("yesterday"))
        }
    }

    /// Google's library for Node uses `/token`.
    @Test func anAccessTokenIsGivenUnderBothPaths() async throws {
        try await server.run { caller in
            for path in ["/oauth2/token", "/token"] {
                let refused = try await caller.send(.post, path, body: "grant_type=password")
                #expect(refused.status == .badRequest && refused["error"] == "unsupported_grant_type", "\(path): \(refused.text)")
                let twice = try await caller.send(.post, path, body: "grant_type=password&grant%5Ftype=password")
                #expect(twice["error"] == "invalid_request" && twice.text.contains("“grant_type” appears more than once"), "\(twice.text)")
            }
        }
    }

    @Test(arguments: ["/oauth2/token", "/token"]) func aTokenOpensCallsWhicheverPathGaveIt(_ path: String) async throws {
        try await server.run { caller in
            let reply = try await request(caller, try await assertion(), path: path)
            let token = try #require(reply["access_token"])
            #expect(try await call(caller, token, "accounts:query").status == .ok)
        }
    }

    @Test func enablingAnAccountRevivesNoSession() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let person = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret1"])
            let id = try #require(person["localId"])
            for disabled in [true, false] {
                // Within the second in which the session began.
                let changed = try await call(caller, admin, "accounts:update", ["localId": id, "disableUser": disabled])
                #expect(changed.status == .ok)
                let cookie = try await caller.administer(
                    .post, "/v1/projects/default:createSessionCookie", ["idToken": person["idToken"], "validDuration": "300"], token: admin)
                let error = disabled ? "USER_DISABLED" : "TOKEN_EXPIRED"
                #expect(cookie.error == error, "\(cookie.text)")
                #expect(try await refresh(caller, person).error == error)
                #expect(try await caller.call("accounts:lookup", ["idToken": person["idToken"]]).error == error)
            }
        }
    }

    private func refresh(_ caller: TestServer.Caller, _ person: Reply) async throws -> Reply {
        try await caller.post(
            "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(person["refreshToken"] ?? "")"}"#)
    }

    @Test func unlinkingAProviderEndsItsSessions() async throws {
        server.provider.add(.init(id: "8", name: "Eve", username: "eve", email: nil), token: "t-eve")
        let twitter = "access_token=t-eve&oauth_token_secret=s&providerId=twitter.com"
        try await server.run { caller in
            let admin = try await token(caller)
            let made = try await caller.signUp("ada@example.org")
            _ = try await caller.idp(twitter, ["idToken": made["idToken"]])
            let thief = try await caller.idp(twitter)
            let id = try #require(thief["localId"])
            #expect(id == made["localId"])
            try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: thief["idToken"], ["newEmail": "eve@example.org"])
            let code = try await server.lastMail(to: "eve@example.org").code
            let nothing = try await call(caller, admin, "accounts:update", ["localId": id, "deleteProvider": ["github.com"]])
            #expect(nothing.status == .ok)
            #expect(try await caller.call("accounts:lookup", ["idToken": thief["idToken"]]).status == .ok, "nothing was taken away")
            let unlinked = try await call(caller, admin, "accounts:update", ["localId": id, "deleteProvider": ["twitter.com"]])
            #expect(unlinked.status == .ok, "\(unlinked.text)")
            #expect(try await caller.call("accounts:lookup", ["idToken": thief["idToken"]]).error == "TOKEN_EXPIRED")
            let refreshed = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(thief["refreshToken"] ?? "")"}"#)
            #expect(refreshed.error == "TOKEN_EXPIRED")
            #expect(try await caller.apply(code).error == "INVALID_OOB_CODE")
        }
    }

    @Test func changingCredentialsEndsPendingCodes() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret1"])
            let id = try #require(made["localId"])
            _ = try await caller.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.org"])
            let messages = try await server.store.read { try $0.outboxMessages(of: server.project.id, limit: 1) }
            let message = try #require(messages.first)
            let link = try #require(try Outbox(sealer: server.sealer).content(of: message).link)
            let code = try #require(URLComponents(string: link)?.queryItems?.first { $0.name == "oobCode" }?.value)
            #expect(try await caller.call("accounts:resetPassword", ["oobCode": code]).status == .ok, "still good")
            let since = String(Int64(server.clock.now.timeIntervalSince1970))
            let repaired = try await call(caller, admin, "accounts:update", ["localId": id, "validSince": since])
            #expect(repaired.status == .ok)
            let late = try await caller.call("accounts:resetPassword", ["oobCode": code, "newPassword": "stolen12"])
            #expect(late.error == "INVALID_OOB_CODE", "\(late.text)")
        }
    }

    @Test func futureValidSinceDoesNotBlockSignIns() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret1"])
            // In milliseconds instead of seconds.
            let since = String(Int64(server.clock.now.timeIntervalSince1970) * 1000)
            let body: [String: any Sendable] = ["localId": try #require(made["localId"]), "validSince": since]
            #expect(try await call(caller, admin, "accounts:update", body).status == .ok)
            let again = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "secret1"])
            let seen = try await caller.call("accounts:lookup", ["idToken": try #require(again["idToken"])])
            #expect(seen.status == .ok, "\(seen.text)")
        }
    }

    @Test func accountsComeAPageAtATime() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            for id in ["c", "a", "e", "b", "d"] { _ = try await call(caller, admin, "accounts", ["localId": id]) }
            var pages: [[String]] = []
            var next: String? = ""
            while let token = next {
                let page = try await call(caller, admin, "accounts:batchGet?maxResults=2&nextPageToken=\(token)", get: true)
                pages.append((page.json["users"] as? [[String: Any]] ?? []).compactMap { $0["localId"] as? String })
                next = page["nextPageToken"]
            }
            #expect(pages == [["a", "b"], ["c", "d"], ["e"]])
            for wrong in ["0", "1001", "-1"] {
                let reply = try await call(caller, admin, "accounts:batchGet?maxResults=\(wrong)", get: true)
                #expect(reply.error == "INVALID_PAGE_SELECTION")
            }
        }
    }

    @Test func manyAreDeletedWhenDisabledOrForced() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            for id in ["a", "b", "c"] { _ = try await call(caller, admin, "accounts", ["localId": id, "disabled": id == "b"]) }
            let polite = try await call(caller, admin, "accounts:batchDelete", ["localIds": ["a", "missing", "b"]])
            let errors = try #require(polite.json["errors"] as? [[String: Any]], "\(polite.text)")
            #expect(errors.count == 1 && errors[0]["index"] as? Int == 0 && errors[0]["localId"] as? String == "a")
            let forced = try await call(caller, admin, "accounts:batchDelete", ["localIds": ["a", "c"], "force": true])
            #expect(forced.json.isEmpty)
            let left = try await call(caller, admin, "accounts:batchGet", get: true)
            #expect(left.json["users"] == nil)
            let none = try await call(caller, admin, "accounts:batchDelete", ["localIds": [String]()])
            #expect(none.error == "LOCAL_ID_LIST_EXCEEDS_LIMIT")
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let error: String
        var testDescription: String { "\(name) \(body.prefix(80))" }
    }

    @Test(arguments: [
        Refusal(name: "accounts", body: #"{"localId":"ada"}"#, error: "DUPLICATE_LOCAL_ID"),
        Refusal(name: "accounts", body: #"{"email":"ada@example.org"}"#, error: "EMAIL_EXISTS"),
        Refusal(name: "accounts", body: #"{"phoneNumber":"+4915112345678"}"#, error: "PHONE_NUMBER_EXISTS"),
        Refusal(name: "accounts", body: #"{"email":"x"}"#, error: "INVALID_EMAIL"),
        Refusal(
            name: "accounts", body: #"{"localId":"ada","email":"ada@example.org","phoneNumber":"+4915112345678"}"#,
            error: "DUPLICATE_LOCAL_ID"),
        Refusal(name: "accounts", body: #"{"email":"b@example.org","password":"short"}"#, error: "WEAK_PASSWORD"),
        Refusal(name: "accounts", body: #"{"phoneNumber":"1"}"#, error: "INVALID_PHONE_NUMBER"),
        Refusal(name: "accounts", body: #"{"mfaInfo":[{"phoneInfo":"1"}]}"#, error: "INVALID_MFA_PHONE_NUMBER"),
        Refusal(name: "accounts", body: #"{"localId":"\#(String(repeating: "x", count: 129))"}"#, error: "INVALID_LOCAL_ID"),
        Refusal(name: "accounts:update", body: "{}", error: "MISSING_LOCAL_ID"),
        Refusal(name: "accounts:update", body: #"{"localId":"missing"}"#, error: "USER_NOT_FOUND"),
        Refusal(name: "accounts:update", body: #"{"localId":"ada","customAttributes":"[]"}"#, error: "INVALID_CLAIMS"),
        Refusal(name: "accounts:update", body: #"{"localId":"ada","customAttributes":"{"}"#, error: "INVALID_CLAIMS"),
        Refusal(
            name: "accounts:update", body: #"{"localId":"ada","customAttributes":"{\"admin\":false,\"admin\":true}"}"#,
            error: "INVALID_CLAIMS"),
        Refusal(
            name: "accounts:update", body: #"{"localId":"ada","localId":"bob"}"#,
            error: "Invalid JSON payload received. /localId appears more than once."),
        Refusal(name: "accounts:update", body: #"{"localId":"ada","customAttributes":"{\"sub\":1}"}"#, error: "FORBIDDEN_CLAIM"),
        Refusal(
            name: "accounts:update", body: #"{"localId":"ada","customAttributes":"{\"x\":\"\#(String(repeating: "x", count: 1000))\"}"}"#,
            error: "CLAIMS_TOO_LARGE"),
        Refusal(name: "accounts:update", body: #"{"localId":"ada","validSince":"soon"}"#, error: "INVALID_ARGUMENT"),
        Refusal(name: "accounts:update", body: #"{"localId":"ada","linkProviderUserInfo":{}}"#, error: "MISSING_PROVIDER_ID"),
        Refusal(
            name: "accounts:update", body: #"{"localId":"ada","linkProviderUserInfo":{"providerId":"github.com"}}"#, error: "MISSING_RAW_ID"
        ),
        Refusal(
            name: "accounts:update", body: #"{"localId":"ada","mfa":{"enrollments":[{}]}}"#, error: "INVALID_MFA_ENROLLMENT_ID"),
        Refusal(name: "accounts:delete", body: "{}", error: "MISSING_LOCAL_ID"),
    ])
    func invalidRequestsAreRejected(_ refusal: Refusal) async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let ada: [String: any Sendable] = ["localId": "ada", "email": "ada@example.org", "phoneNumber": "+4915112345678"]
            #expect(try await call(caller, admin, "accounts", ada).status == .ok)
            let reply = try await caller.send(
                .post, "/v1/projects/default/\(refusal.name)", headers: [.authorization: "bearer " + admin], body: refusal.body)
            #expect(reply.status == .badRequest && reply.error == refusal.error, "\(reply.text)")
        }
    }

    @Test func aSessionCookieIsMadeForAdministratorsOnly() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            let idToken = try #require(try await caller.call("accounts:signUp", [:])["idToken"])
            let body: [String: any Sendable] = ["idToken": idToken, "validDuration": "3600"]
            let path = "/v1/projects/default:createSessionCookie"
            let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            let made = try await caller.send(.post, path, headers: [.authorization: "Bearer " + admin], body: text)
            #expect(made["sessionCookie"]?.split(separator: ".").count == 3, "\(made.text)")
            #expect(try await caller.send(.post, path + "?key=\(caller.apiKey)", body: text).status == .unauthorized)
            let foreign = "/v1/projects/other:createSessionCookie"
            #expect(try await caller.send(.post, foreign, headers: [.authorization: "Bearer " + admin], body: text).status == .forbidden)
            let unknown = "/v1/projects/default:createSomethingElse"
            #expect(try await caller.send(.post, unknown, headers: [.authorization: "Bearer " + admin], body: text).status == .notFound)
            let short = try await caller.send(
                .post, path, headers: [.authorization: "Bearer " + admin], body: #"{"idToken":"\#(idToken)","validDuration":"299"}"#)
            #expect(short.error == "INVALID_DURATION")
        }
    }

    @Test func identityIsLinkedWithoutARequestToTheProvider() async throws {
        try await server.run { caller in
            let admin = try await token(caller)
            _ = try await call(caller, admin, "accounts", ["localId": "ada"])
            let link: [String: any Sendable] = [
                "localId": "ada", "linkProviderUserInfo": ["providerId": "github.com", "rawId": "42", "displayName": "Ada"],
            ]
            #expect(try await call(caller, admin, "accounts:update", link).status == .ok)
            let input: [String: any Sendable] = ["federatedUserId": [["providerId": "github.com", "rawId": "42"]]]
            let found = try await call(caller, admin, "accounts:lookup", input).json["users"] as? [[String: Any]]
            #expect(found?.first?["localId"] as? String == "ada")
        }
    }
}
