import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// Tokens that Google's emulator accepts and returns. The expected results follow its published source.
@Suite struct EmulatorTokenTests {
    private func token(_ payload: String, header: String = #"{"alg":"none"}"#, signature: String = "") -> String {
        Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8) + "." + signature
    }

    @Test func refreshDoesNotAddSessions() async throws {
        let server = try await TestServer()
        try await server.run(.emulator) { caller in
            let emulator = EmulatorCaller(caller: caller)
            let ada = try await emulator.signUp()
            var token = try #require(ada["refreshToken"])
            for _ in 0..<3 { token = try #require(try await emulator.refresh(token)["refresh_token"]) }
            let id = AccountID(rawValue: try #require(ada["localId"]))
            let realm = Realm(project: ProjectID(rawValue: EmulatorCaller.project))
            let sessions = try await server.store.read { try $0.sessions(of: id, in: realm) }
            #expect(sessions.count == 1)
        }
    }

    @Test func eachRefreshHasANewTokenAndTheOldOneStays() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let first = try #require(ada["refreshToken"])
            let refreshed = try await emulator.refresh(first)
            let second = try #require(refreshed["refresh_token"])
            #expect(second != first)
            #expect(refreshed["token_type"] == "Bearer" && refreshed["expires_in"] == "3600" && refreshed["project_id"] == "12345")
            #expect(refreshed["access_token"] == refreshed["id_token"] && refreshed["user_id"] == ada["localId"])
            #expect(refreshed.claims["auth_time"] as? Int == ada.claims["auth_time"] as? Int)
            let third = try #require(try await emulator.refresh(second)["refresh_token"])
            #expect(third != second && third.utf8.count == second.utf8.count, "a chain of refreshes makes no longer token")
            for token in [first, second, third] { #expect(try await emulator.refresh(token).status == .ok) }
            _ = try await emulator.call("accounts:delete", ["idToken": ada["idToken"]])
            #expect(try await emulator.refresh(second).message == "INVALID_REFRESH_TOKEN")
        }
    }

    @Test(arguments: [
        ("grant_type=refresh_token&refresh_token=rubbish", "INVALID_REFRESH_TOKEN"),
        ("refresh_token=rubbish", "INVALID_REFRESH_TOKEN"), ("", "MISSING_GRANT_TYPE"), ("grant_type=code", "INVALID_GRANT_TYPE"),
        ("grant_type=refresh_token", "MISSING_REFRESH_TOKEN"),
    ]) func aBadRefreshIsRefused(_ form: String, _ refusal: String) async throws {
        try await EmulatorCaller.run { emulator in
            let reply = try await emulator.caller.send(
                .post, "/securetoken.googleapis.com/v1/token?key=any",
                headers: [.contentType: "application/x-www-form-urlencoded"], body: form)
            #expect(reply.message == refusal, "\(reply.text)")
        }
    }

    @Test func signedTokenOfAnyServerIsAccepted() async throws {
        try await EmulatorCaller.run { emulator in
            let uid = try #require(try await emulator.signUp()["localId"])
            let payload = #"{"iss":"https://elsewhere.example","aud":"another","user_id":"\#(uid)","iat":1900000000,"firebase":{}}"#
            let signed = token(payload, header: #"{"alg":"RS256","kid":"1"}"#, signature: "c2lnbmF0dXJl")
            let found = try await emulator.call("accounts:lookup", ["idToken": signed])
            #expect(found.status == .ok, "\(found.text)")
            let unknown = token(#"{"user_id":"nobody","iat":1900000000,"firebase":{}}"#)
            #expect(try await emulator.call("accounts:lookup", ["idToken": unknown]).message == "USER_NOT_FOUND")
            let empty = token("{}")
            #expect(try await emulator.call("accounts:lookup", ["idToken": empty]).message == "INVALID_ID_TOKEN")
        }
    }

    @Test func customTokensNeedATenantOnlyInOne() async throws {
        try await EmulatorCaller.run { emulator in
            func signIn(_ token: String, _ more: [String: any Sendable] = [:]) async throws -> Reply {
                try await emulator.call("accounts:signInWithCustomToken", ["token": token].merging(more) { $1 })
            }
            let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
            let named = token(#"{"aud":"\#(audience)","uid":"ada","tenant_id":"customers"}"#)
            #expect(try await signIn(named).status == .ok)
            #expect(try await signIn(named, ["tenantId": "customers"]).status == .ok)
            #expect(try await signIn(named, ["tenantId": "partners"]).message == "TENANT_ID_MISMATCH")
            #expect(try await signIn("rubbish", ["tenantId": "partners"]).message == "TENANT_ID_MISMATCH")
            #expect(try await signIn(#"{"uid":"ada"}"#, ["tenantId": "partners"]).status == .ok)
            let foreign = try await signIn(token(#"{"aud":"another","uid":"ada"}"#))
            #expect(foreign.error == "INVALID_CUSTOM_TOKEN", "\(foreign.text)")
        }
    }

    @Test func customClaimsCanSetNameAndPicture() async throws {
        try await EmulatorCaller.run { emulator in
            let claims = #"{"uid":7,"claims":{"name":"Ada","picture":"none","admin":true}}"#
            let entered = try await emulator.call("accounts:signInWithCustomToken", ["token": claims])
            #expect(entered.claims["name"] as? String == "Ada" && entered.claims["picture"] as? String == "none", "\(entered.text)")
            #expect(entered.claims["sub"] as? String == "7" && entered.claims["admin"] as? Bool == true)
            let refreshed = try await emulator.refresh(try #require(entered["refreshToken"]))
            #expect(refreshed.claims["name"] as? String == "Ada", "\(refreshed.text)")
            #expect(try await emulator.call("accounts:lookup", ["idToken": entered["idToken"]]).status == .ok)
        }
    }
}
