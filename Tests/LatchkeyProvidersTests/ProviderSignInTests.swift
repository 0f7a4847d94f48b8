import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyProviders
@testable import LatchkeySignInFlow

private let twitterBody = "access_token=t-ada&oauth_token_secret=s&providerId=twitter.com"
private let gitHubBody = "access_token=g-ada&providerId=github.com"

@Suite struct ProviderSignInTests {
    @Test(arguments: [
        ("Not Found", "Not Found. Send a token that was"), ("Gone for good!", "Gone for good! Send a token that was"),
        ("", "Send a token that was"),
    ])
    func providerDetailIsASeparateSentence(_ said: String, _ told: String) {
        let error = OAuthError(.wrongApplication, detail: said, hint: "Send a token that was issued to us.")
        #expect(error.publicDetail.hasPrefix(told), "\(error.publicDetail)")
    }

    @Test func twitterResponseHasAllMembers() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let response = try await caller.idp("&" + twitterBody)
            #expect(response.status == .ok, "\(response.text)")
            #expect(response["kind"] == "identitytoolkit#VerifyAssertionResponse")
            #expect(response["providerId"] == "twitter.com")
            #expect(response["federatedId"] == "9007199254740993")
            #expect(response["screenName"] == "ada")
            #expect(response["username"] == "ada")
            #expect(response["oauthAccessToken"] == "t-ada")
            #expect(response["oauthTokenSecret"] == "s")
            #expect(response["email"] == "ada@example.org")
            #expect(response.json["emailVerified"] as? Bool == false)
            #expect(response.json["isNewUser"] as? Bool == true)
            #expect(response["expiresIn"] == "3600")
            let raw = try #require(response["rawUserInfo"])
            let profile = try #require(try JSONSerialization.jsonObject(with: Data(raw.utf8)) as? [String: Any])
            #expect(profile["id_str"] as? String == "9007199254740993")
            // Clients check for the members, not for their values.
            for absent in ["needConfirmation", "errorMessage", "mfaPendingCredential"] {
                #expect(response.json[absent] == nil, "\(absent)")
            }
            let again = try await caller.idp(twitterBody)
            #expect(again["localId"] == response["localId"])
            #expect(again.json["isNewUser"] == nil)
        }
    }

    @Test func userWithoutAnAddressSignsIn() async throws {
        let provider = PlayedProvider()
        provider.add(.init(id: "5", name: "Nemo", username: "nemo", email: nil), token: "t-nemo")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let response = try await caller.idp("access_token=t-nemo&oauth_token_secret=s&providerId=twitter.com")
            #expect(response.status == .ok)
            #expect(response.json["email"] == nil)
        }
    }

    @Test func renamedUserKeepsTheAccount() async throws {
        let provider = PlayedProvider.withAda()
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let before = try await caller.idp(gitHubBody)
            provider.add(.init(id: "17", name: "Ada King", username: "countess", email: nil), token: "g-ada")
            let after = try await caller.idp(gitHubBody)
            #expect(after["localId"] == before["localId"])
            let users = try await caller.call("accounts:lookup", ["idToken": after["idToken"]]).json["users"] as? [[String: Any]]
            let identities = users?.first?["providerUserInfo"] as? [[String: Any]]
            #expect(identities?.first?["screenName"] as? String == "countess")
            // The account's own email address does not change with the provider's.
            #expect(users?.first?["email"] as? String == "ada@example.org")
        }
    }

    @Test(arguments: ["twitter.com", "github.com"])
    func aTokenOfAnotherAppIsRefused(_ provider: String) async throws {
        let played = PlayedProvider()
        played.add(.init(id: "6", name: "Eve", username: "eve", email: nil), token: "foreign", issuedToUs: false)
        let server = try await TestServer(provider: played)
        try await server.run { caller in
            let response = try await caller.idp("access_token=foreign&oauth_token_secret=s&providerId=\(provider)")
            #expect(response.status == .badRequest)
            #expect(response.error == "INVALID_IDP_RESPONSE")
            #expect(try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 10) }.isEmpty)
        }
    }

    /// The project's main flow: the one that Firebase's guide describes, with enumeration protection on and off.
    @Test(arguments: [true, false])
    func aConflictIsResolvedByProvingTheExistingAccount(_ protected: Bool) async throws {
        let server = try await TestServer(ProjectSettings(enumerationProtection: protected), provider: .withAda())
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            let existing = try await caller.call("accounts:signUp", credentials)
            let conflict = try await caller.idp(twitterBody)
            #expect(conflict.status == .ok)
            #expect(conflict.json["needConfirmation"] as? Bool == true)
            #expect(conflict.json["idToken"] == nil && conflict.json["refreshToken"] == nil)
            #expect(conflict["oauthAccessToken"] == "t-ada" && conflict["oauthTokenSecret"] == "s")
            #expect(conflict.json["verifiedProvider"] as? [String] == [])
            let pending = try #require(conflict["pendingToken"])

            let anybody = try await caller.call(
                "accounts:createAuthUri", ["identifier": "ada@example.org", "continueUri": "http://localhost"])
            #expect(anybody.json["signinMethods"] as? [String] == (protected ? nil : ["password"]))
            let owner = try await caller.call(
                "accounts:createAuthUri",
                ["identifier": "ada@example.org", "continueUri": "http://localhost", "pendingToken": pending])
            #expect(owner.json["signinMethods"] as? [String] == ["password"])

            // A mistyped password does not invalidate the pending credential.
            #expect(
                try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "typo"]).status == .badRequest
            )
            let signIn = try await caller.call("accounts:signInWithPassword", credentials)
            let linked = try await caller.idp("providerId=twitter.com", ["pendingToken": pending, "idToken": signIn["idToken"]])
            #expect(linked.status == .ok, "\(linked.text)")
            #expect(linked["localId"] == existing["localId"])
            #expect(try await caller.idp(twitterBody)["localId"] == existing["localId"])

            let replay = try await caller.idp("providerId=twitter.com", ["pendingToken": pending, "idToken": signIn["idToken"]])
            #expect(replay.error == "INVALID_PENDING_TOKEN")
        }
    }

    @Test func aPendingTokenOpensOnlyItsOwnAddress() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            _ = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "secret1"])
            let pending = try await caller.idp(twitterBody)["pendingToken"]
            let nosy = try await caller.call(
                "accounts:createAuthUri", ["identifier": "bob@example.org", "continueUri": "http://localhost", "pendingToken": pending])
            let nobody = try await caller.call(
                "accounts:createAuthUri",
                ["identifier": "nobody@example.org", "continueUri": "http://localhost", "pendingToken": pending])
            #expect(nosy.json["registered"] == nil && nosy.json["signinMethods"] == nil)
            #expect(Set(nosy.json.keys) == Set(nobody.json.keys))
        }
    }

    @Test func disabledProviderRefusesSignIns() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            _ = try await caller.call("accounts:signUp", credentials)
            let pending = try await caller.idp(twitterBody)["pendingToken"]
            let signIn = try await caller.call("accounts:signInWithPassword", credentials)
            try await server.configure(.twitter, origin: "https://twitter.test", enabled: false)
            let late = try await caller.idp("providerId=twitter.com", ["pendingToken": pending, "idToken": signIn["idToken"]])
            #expect(late.error == "OPERATION_NOT_ALLOWED")
            try await server.configure(.twitter, origin: "https://twitter.test")
            let again = try await caller.idp("providerId=twitter.com", ["pendingToken": pending, "idToken": signIn["idToken"]])
            #expect(again.status == .ok, "it was not used up: \(again.text)")
        }
    }

    @Test func withSeveralAccountsForAnAddressOnlyThePasswordIsReported() async throws {
        let settings = ProjectSettings(oneAccountPerEmail: false, enumerationProtection: false)
        let server = try await TestServer(settings, provider: .withAda())
        try await server.run { caller in
            let account = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let linked = try await caller.idp(twitterBody, ["idToken": account["idToken"]])
            #expect(linked["localId"] == account["localId"], "\(linked.text)")
            let response = try await caller.call(
                "accounts:createAuthUri", ["identifier": "ada@example.org", "continueUri": "http://localhost"])
            #expect(response.json["signinMethods"] as? [String] == ["password"], "\(response.text)")
        }
    }

    @Test func aContinueAddressMayHaveAQueryAndAnUnusedOneAnyLength() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "the-verifier", for: "t-ada")
        let server = try await TestServer(ProjectSettings(enumerationProtection: false), provider: provider)
        try await server.run { caller in
            let begun = try await caller.call(
                "accounts:createAuthUri",
                ["providerId": "twitter.com", "continueUri": "https://app.example.org/cb?page=1", "sessionId": "the session"])
            #expect(begun.status == .ok, "\(begun.text)")
            let callback = try provider.callbackOfLastRequestToken()
            #expect(callback.hasPrefix("https://app.example.org/cb?page=1&state="), "\(callback)")
            let done = try await caller.call(
                "accounts:signInWithIdp",
                ["requestUri": callback + "&oauth_token=request-token&oauth_verifier=the-verifier", "sessionId": "the session"])
            #expect(done["username"] == "ada", "\(done.text)")
            let long = "https://app.example.org/" + String(repeating: "x", count: 10_000)
            let methods = try await caller.call("accounts:createAuthUri", ["identifier": "nobody@example.org", "continueUri": long])
            #expect(methods.status == .ok, "\(methods.text)")
        }
    }

    /// One visible character may have any number of bytes, and the store counts bytes.
    @Test func namesAreCountedInScalars() async throws {
        let family = "👨‍👩‍👧‍👦"
        let provider = PlayedProvider()
        provider.add(
            .init(id: "5", name: String(repeating: family, count: 256), username: "nemo", email: nil), token: "t-nemo")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let long = String(repeating: family, count: 256)
            let signIn = try await caller.idp("access_token=t-nemo&oauth_token_secret=s&providerId=twitter.com")
            #expect(signIn.status == .ok, "\(signIn.text)")
            #expect(signIn["displayName"]?.unicodeScalars.count == 256)
            let signUp = try await caller.call(
                "accounts:signUp", ["email": "a@example.org", "password": "lovelace", "displayName": long])
            #expect(signUp.status == .ok, "\(signUp.text)")
            let name = try await caller.call("accounts:update", ["idToken": signUp["idToken"], "displayName": long])
            #expect(name.error == "INVALID_DISPLAY_NAME", "\(name.text)")
            let photo = try await caller.call(
                "accounts:update", ["idToken": signUp["idToken"], "photoUrl": "https://x/" + String(repeating: family, count: 2000)])
            #expect(photo.error == "INVALID_PHOTO_URL", "\(photo.text)")
        }
    }

    @Test func aPendingTokenEndsAfterAnHour() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            _ = try await caller.call("accounts:signUp", credentials)
            let pending = try await caller.idp(twitterBody)["pendingToken"]
            server.clock.advance(bySeconds: 3601)
            let signIn = try await caller.call("accounts:signInWithPassword", credentials)
            let late = try await caller.idp("", ["pendingToken": pending, "idToken": signIn["idToken"]])
            #expect(late.error == "INVALID_PENDING_TOKEN")
        }
    }

    /// Account pre-hijacking: Eve registers Ada's address and waits.
    @Test func trustedProviderTakesOverAnUnverifiedAccount() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.configure(.github, origin: "https://github.test", trusted: true)
        try await server.run { caller in
            let credentials = ["email": "ada@example.org", "password": "eves password"]
            let eve = try await caller.call("accounts:signUp", credentials)
            server.clock.advance(bySeconds: 10)
            let ada = try await caller.idp(gitHubBody)
            #expect(ada["localId"] == eve["localId"])
            #expect(ada.json["emailVerified"] as? Bool == true)
            #expect(try await caller.call("accounts:signInWithPassword", credentials).error == "INVALID_LOGIN_CREDENTIALS")
            #expect(try await caller.call("accounts:lookup", ["idToken": eve["idToken"]]).error == "TOKEN_EXPIRED")
            let refresh = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(eve["refreshToken"] ?? "")"}"#)
            #expect(refresh.error == "TOKEN_EXPIRED")
            let events = try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 10) }
            #expect(events.contains { $0.kind == .takeover && $0.outcome == .allowed })
        }
    }

    @Test func linkingAndUnlinkingKeepTheLastWayIn() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(.init(id: "99", name: "Ada at work", username: "work", email: "work@example.org"), token: "g-work")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let first = try await caller.idp(twitterBody)
            let linked = try await caller.idp("access_token=g-work&providerId=github.com", ["idToken": first["idToken"]])
            #expect(linked["localId"] == first["localId"])
            #expect(linked.json["isNewUser"] == nil)
            let taken = try await caller.idp("access_token=g-work&providerId=github.com", ["idToken": first["idToken"]])
            #expect(taken.error == "FEDERATED_USER_ID_ALREADY_LINKED")
            let unlinked = try await caller.call("accounts:update", ["idToken": linked["idToken"], "deleteProvider": ["twitter.com"]])
            let left = unlinked.json["providerUserInfo"] as? [[String: Any]]
            #expect(left?.map { $0["providerId"] as? String } == ["github.com"])
            let last = try await caller.call("accounts:update", ["idToken": linked["idToken"], "deleteProvider": ["github.com"]])
            #expect(last.error == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test func refusedLinkReturnsTheCredentialOnRequest() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            _ = try await caller.idp(twitterBody)
            let bob = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "secret1"])
            let plain = try await caller.idp(twitterBody, ["idToken": bob["idToken"]])
            #expect(plain.status == .badRequest)
            #expect(plain.error == "FEDERATED_USER_ID_ALREADY_LINKED")
            let full = try await caller.idp(twitterBody, ["idToken": bob["idToken"], "returnIdpCredential": true])
            #expect(full.status == .ok)
            #expect(full["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
            #expect(full["oauthTokenSecret"] == "s")
            #expect(full.json["idToken"] == nil && full.json["localId"] == nil)
            let otherAddress = try await caller.idp(gitHubBody, ["idToken": bob["idToken"], "returnIdpCredential": true])
            #expect(otherAddress["errorMessage"] == "EMAIL_EXISTS")
        }
    }

    @Test func reauthenticatingNeverCreatesAnAccount() async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            let stranger = try await caller.idp(twitterBody, ["autoCreate": false])
            #expect(stranger.error == "USER_NOT_FOUND")
            let first = try await caller.idp(twitterBody)
            server.clock.advance(bySeconds: 1000)
            let again = try await caller.idp(twitterBody, ["autoCreate": false])
            #expect(again["localId"] == first["localId"])
            #expect(try await caller.call("accounts:delete", ["idToken": again["idToken"]]).status == .ok)
        }
    }

    @Test func severalAccountsPerAddressWhereTheProjectWantsThem() async throws {
        let server = try await TestServer(ProjectSettings(oneAccountPerEmail: false), provider: .withAda())
        try await server.run { caller in
            let password = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let twitter = try await caller.idp(twitterBody)
            let gitHub = try await caller.idp(gitHubBody)
            #expect(Set([password["localId"], twitter["localId"], gitHub["localId"]]).count == 3)
            let users = try await caller.call("accounts:lookup", ["idToken": twitter["idToken"]]).json["users"] as? [[String: Any]]
            #expect(users?.first?["email"] == nil)
        }
    }

    @Test func providerErrorsAreReportedWithoutSideEffects() async throws {
        let provider = PlayedProvider.withAda()
        let server = try await TestServer(provider: provider)
        let table: [(ProviderReply, Int, String)] = [
            (PlayedProvider.json(401, #"{"errors":[{"code":89,"message":"Invalid or expired token."}]}"#), 400, "INVALID_IDP_RESPONSE"),
            (PlayedProvider.json(429, #"{"errors":[{"code":88,"message":"Rate limit exceeded"}]}"#), 429, "TOO_MANY_ATTEMPTS_TRY_LATER"),
            (PlayedProvider.json(500, "oops"), 503, "INVALID_IDP_RESPONSE"),
            (PlayedProvider.json(200, "{{{ not json"), 400, "INVALID_IDP_RESPONSE"),
            (PlayedProvider.json(403, #"{"errors":[{"code":326,"message":"locked"}]}"#), 400, "REJECTED_CREDENTIAL"),
        ]
        try await server.run { caller in
            for (reply, status, code) in table {
                provider.fail(with: reply)
                let response = try await caller.idp(twitterBody)
                #expect(response.status.code == status, "\(response.text)")
                #expect(response.error == code, "\(response.text)")
            }
            provider.fail(with: nil)
            #expect(try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 10) }.isEmpty)
            #expect(try await caller.idp(twitterBody).status == .ok)
        }
    }
}
