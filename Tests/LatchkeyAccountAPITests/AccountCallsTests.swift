import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// Sign-up, sign-in, lookup, update, refresh and delete, as a client sees them.
@Suite struct AccountCallsTests {
    /// The operator gets a warning; the address is not refused.
    @Test(arguments: [("g\u{3bf}ogle@example.org", 1), ("пример@example.org", 0), ("ada@example.org", 0)])
    func anAddressThatMixesScriptsIsAnEvent(_ email: String, _ count: Int) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let made = try await caller.call("accounts:signUp", ["email": email, "password": "lovelace"])
            let id = AccountID(rawValue: try #require(made["localId"]))
            let events = try await server.store.read { try $0.events(of: .standard, subject: id, limit: 9) }
            #expect(events.filter { $0.kind == .mixedScripts && $0.outcome == .allowed }.count == count, "\(made.text)")
        }
    }

    @Test(arguments: ["/v1/accounts:signUp", "/v1/token", "/v1/projects"])
    func severalKeysAreRefused(_ path: String) async throws {
        try await TestServer().run { caller in
            let uri = "\(path)?key=\(caller.apiKey)&key=\(caller.apiKey)"
            let refused = path == "/v1/projects" ? try await caller.send(.get, uri) : try await caller.post(uri, "{}")
            #expect(refused.status == .badRequest && refused.error == "The parameter “key” appears more than once. Send one API key.")
        }
    }

    @Test func anAnonymousAccountThatGetsAPasswordIsSignedInByIt() async throws {
        try await TestServer(ProjectSettings(enumerationProtection: false, anonymousSignIn: true)).run { caller in
            let anonymous = try await caller.call("accounts:signUp", [:])
            let changed = try await caller.call(
                "accounts:update",
                ["idToken": anonymous["idToken"], "email": "ada@example.org", "password": "lovelace", "returnSecureToken": true])
            let idToken = try #require(changed["idToken"], "\(changed.text)")
            let claims = String(decoding: try #require(Base64URL.decode(String(idToken.split(separator: ".")[1]))), as: UTF8.self)
            #expect(claims.contains(#""sign_in_provider":"password""#), "\(claims)")
        }
    }

    @Test func userSignsUpSignsInAndIsLookedUp() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let signUp = try await caller.call(
                "accounts:signUp", ["email": "Ada@Example.org", "password": "lovelace", "returnSecureToken": true])
            #expect(signUp.status == .ok, "\(signUp.text)")
            #expect(signUp["kind"] == "identitytoolkit#SignupNewUserResponse")
            #expect(signUp["email"] == "ada@example.org")
            #expect(signUp["expiresIn"] == "3600")
            #expect(signUp["localId"]?.count == 28)

            let signIn = try await caller.call("accounts:signInWithPassword", ["email": "ADA@example.org", "password": "lovelace"])
            #expect(signIn.status == .ok)
            #expect(signIn["localId"] == signUp["localId"])
            #expect(signIn.json["registered"] as? Bool == true)
            #expect(signIn.headers[.cacheControl] == "no-store")

            let lookup = try await caller.call("accounts:lookup", ["idToken": signIn["idToken"]])
            let users = try #require(lookup.json["users"] as? [[String: Any]])
            #expect(users.count == 1)
            #expect(users[0]["localId"] as? String == signUp["localId"])
            #expect(users[0]["passwordHash"] as? String == "UkVEQUNURUQ=")
            #expect(users[0]["createdAt"] as? String == "1800000000000")
            #expect(users[0]["salt"] == nil)
            let providers = try #require(users[0]["providerUserInfo"] as? [[String: Any]])
            #expect(providers.map { $0["providerId"] as? String } == ["password"])
        }
    }

    @Test func upgradedAnonymousUserKeepsTheUid() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let anonymous = try await caller.call("accounts:signUp", ["returnSecureToken": true])
            #expect(anonymous.status == .ok)
            #expect(anonymous.json["email"] == nil)
            let upgraded = try await caller.call(
                "accounts:signUp", ["idToken": anonymous["idToken"], "email": "ada@example.org", "password": "lovelace"])
            #expect(upgraded["localId"] == anonymous["localId"])
            let again = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "lovelace"])
            #expect(again["localId"] == anonymous["localId"])
        }
    }

    @Test func aRefreshTokenStaysAndBringsFreshTokens() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let signUp = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let token = try #require(signUp["refreshToken"])
            server.clock.advance(bySeconds: 4000)
            let form = try await caller.send(
                .post, "/securetoken.googleapis.com/v1/token?key=\(caller.apiKey)",
                headers: [.contentType: "application/x-www-form-urlencoded"], body: "grant_type=refresh_token&refresh_token=\(token)")
            #expect(form.status == .ok, "\(form.text)")
            #expect(form["refresh_token"] == token)
            #expect(form["token_type"] == "Bearer")
            #expect(form["expires_in"] == "3600")
            #expect(form["access_token"] == form["id_token"])
            #expect(form["user_id"] == signUp["localId"])
            let json = try await caller.post("/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#)
            #expect(json.status == .ok)
            // A refresh does not change the time of the sign-in.
            let claims = try await server.authority.claims(of: try #require(json["id_token"]), for: "default")
            #expect(claims.authenticatedAt == Date(timeIntervalSince1970: 1_800_000_000))
            #expect(claims.issuedAt == Date(timeIntervalSince1970: 1_800_004_000))
        }
    }

    @Test func changingThePasswordEndsOtherSessions() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            _ = try await caller.call("accounts:signUp", credentials)
            let phone = try await caller.call("accounts:signInWithPassword", credentials)
            let laptop = try await caller.call("accounts:signInWithPassword", credentials)
            server.clock.advance(bySeconds: 2)
            let changed = try await caller.call("accounts:update", ["idToken": laptop["idToken"], "password": "new password"])
            #expect(changed.status == .ok, "\(changed.text)")
            let old = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(phone["refreshToken"] ?? "")"}"#)
            #expect(old.error == "TOKEN_EXPIRED")
            #expect(try await caller.call("accounts:lookup", ["idToken": phone["idToken"]]).error == "TOKEN_EXPIRED")
            #expect(try await caller.call("accounts:lookup", ["idToken": changed["idToken"]]).status == .ok)
            #expect(try await caller.call("accounts:signInWithPassword", credentials).error == "INVALID_LOGIN_CREDENTIALS")
        }
    }

    @Test func theProfileIsChangedAndCleared() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let signUp = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let set = try await caller.call(
                "accounts:update", ["idToken": signUp["idToken"], "displayName": "Ada ✨", "photoUrl": "https://example.org/a.png"])
            #expect(set["displayName"] == "Ada ✨")
            #expect(set.json["idToken"] == nil)
            let cleared = try await caller.call(
                "accounts:update", ["idToken": signUp["idToken"], "deleteAttribute": ["DISPLAY_NAME", "PHOTO_URL"]])
            #expect(cleared.json["displayName"] == nil)
            #expect(cleared.json["photoUrl"] == nil)
        }
    }

    @Test func deletingNeedsARecentSignIn() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            let signUp = try await caller.call("accounts:signUp", credentials)
            server.clock.advance(bySeconds: 301)
            #expect(try await caller.call("accounts:delete", ["idToken": signUp["idToken"]]).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let fresh = try await caller.call("accounts:signInWithPassword", credentials)
            let deleted = try await caller.call("accounts:delete", ["idToken": fresh["idToken"], "localId": signUp["localId"]])
            #expect(deleted["kind"] == "identitytoolkit#DeleteAccountResponse")
            #expect(try await caller.call("accounts:lookup", ["idToken": fresh["idToken"]]).error == "USER_NOT_FOUND")
            #expect(try await caller.call("accounts:signInWithPassword", credentials).error == "INVALID_LOGIN_CREDENTIALS")
        }
    }

    @Test func unknownAddressAndWrongPasswordGetTheSameResponse() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let wrong = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "byron"])
            let unknown = try await caller.call("accounts:signInWithPassword", ["email": "bob@example.org", "password": "byron"])
            #expect(wrong.text == unknown.text)
            #expect(wrong.error == "INVALID_LOGIN_CREDENTIALS")
        }
    }

    @Test func responseDistinguishesErrorsWithoutProtection() async throws {
        let server = try await TestServer(ProjectSettings(enumerationProtection: false))
        try await server.run { caller in
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            #expect(
                try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "byron"]).error
                    == "INVALID_PASSWORD")
            #expect(
                try await caller.call("accounts:signInWithPassword", ["email": "bob@example.org", "password": "byron"]).error
                    == "EMAIL_NOT_FOUND")
        }
    }

    @Test func disabledAccountIsRefusedEverywhere() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            let signUp = try await caller.call("accounts:signUp", credentials)
            let id = AccountID(rawValue: try #require(signUp["localId"]))
            try await server.store.write { transaction in
                var account = try #require(try transaction.account(id, in: Realm(project: .standard)))
                account.disabled = true
                try transaction.update(account)
            }
            #expect(try await caller.call("accounts:signInWithPassword", credentials).error == "USER_DISABLED")
            #expect(try await caller.call("accounts:lookup", ["idToken": signUp["idToken"]]).error == "USER_DISABLED")
            let refresh = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(signUp["refreshToken"] ?? "")"}"#)
            #expect(refresh.error == "USER_DISABLED")
        }
    }

    @Test func callIsAvailableUnderAllPaths() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            for path in [
                "/v1/accounts:signUp", "/identitytoolkit.googleapis.com/v1/accounts:signUp",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser", "/identitytoolkit/v3/relyingparty/signupNewUser",
            ] {
                let reply = try await caller.post("\(path)?key=\(caller.apiKey)", "{}")
                #expect(reply.status == .ok, "\(path): \(reply.text)")
            }
            for path in [
                "/v1/projects", "/identitytoolkit.googleapis.com/v1/projects",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig",
            ] {
                let reply = try await caller.send(.get, "\(path)?key=\(caller.apiKey)")
                #expect(reply.json["authorizedDomains"] as? [String] == ["localhost", "app.example.org"], "\(path)")
            }
        }
    }
}
