import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

/// The responses of the four calls.
@Suite struct PasskeyEndpointTests {
    private let server: TestServer

    init() async throws {
        server = try await TestServer()
    }

    @Test func aPasskeyIsAddedAndSignsIn() async throws {
        try await server.run { caller in
            let account = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            let added = try await caller.enrol(account["idToken"], &authenticator, name: "Laptop")
            #expect(added.status == .ok, "\(added.text)")
            #expect(Set(added.json.keys) == ["localId", "idToken", "refreshToken"])
            #expect(added["localId"] == account["localId"])
            let signedIn = try await caller.signIn(authenticator)
            #expect(signedIn.status == .ok, "\(signedIn.text)")
            #expect(Set(signedIn.json.keys) == ["idToken", "refreshToken"])
            let said = try Reply.claims(of: signedIn["idToken"])
            #expect(said["sub"] as? String == account["localId"])
            #expect((said["firebase"] as? [String: Any])?["sign_in_provider"] as? String == "passkey")
            let users = try await caller.call("accounts:lookup", ["idToken": signedIn["idToken"]]).json["users"] as? [[String: Any]]
            let info = try #require(users?.first?["passkeyInfo"] as? [[String: String]])
            #expect(info == [["credentialId": Base64URL.encode(authenticator.credentialID), "name": "Laptop"]])
        }
    }

    @Test func optionsHaveTheFormatOfBrowsers() async throws {
        try await server.run { caller in
            let account = try await caller.signUp()
            let start = try await caller.passkeys("passkeyEnrollment:start", ["idToken": account["idToken"]])
            let creation = try start.options("credentialCreationOptions")
            #expect(creation["rp"] as? [String: String] == ["id": "auth.example.org", "name": server.project.displayName])
            let user = try #require(creation["user"] as? [String: String])
            #expect(user["id"] == Base64URL.encode(Array((account["localId"] ?? "").utf8)))
            #expect(user["name"] == "ada@example.org" && user["displayName"] == "ada@example.org")
            #expect((creation["pubKeyCredParams"] as? [[String: Any]])?.map { $0["alg"] as? Int } == [-7, -257, -8])
            #expect(creation["timeout"] as? Int == 60_000 && creation["attestation"] as? String == "none")
            let challenge = try #require(creation["challenge"] as? String)
            // The same in both alphabets of Base64.
            #expect(Data(base64Encoded: challenge)?.count == 33)
            let request = try await caller.passkeys("passkeySignIn:start", [:]).options("credentialRequestOptions")
            #expect(request["rpId"] as? String == "auth.example.org" && request["userVerification"] as? String == "required")
            let prefixed = try await caller.post(
                "/identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start?key=\(caller.apiKey)", "{}")
            #expect(prefixed.status == .ok)
        }
    }

    @Test func standardBase64IsAccepted() async throws {
        try await server.run { caller in
            let account = try await caller.signUp()
            var authenticator = ScriptedAuthenticator(credentialID: Array(repeating: 0xfb, count: 32))
            _ = try await caller.enrol(account["idToken"], &authenticator)
            let assertion = try authenticator.sign(try await caller.passkeyChallenge())
            func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
            let reply = try await caller.passkeys(
                "passkeySignIn:finalize",
                [
                    "authenticatorAuthenticationResponse": [
                        "id": base64(assertion.credentialID),
                        "response": [
                            "clientDataJSON": base64(assertion.clientDataJSON), "authenticatorData": base64(assertion.authenticatorData),
                            "signature": base64(assertion.signature), "userHandle": base64(assertion.userHandle),
                        ],
                    ] as [String: any Sendable]
                ])
            #expect(reply.status == .ok, "\(reply.text)")
        }
    }

    @Test func missingParametersAreNamed() async throws {
        try await server.run { caller in
            let account = try await caller.signUp()
            let token = try #require(account["idToken"])
            let cases: [(String, [String: any Sendable], String)] = [
                ("passkeyEnrollment:start", [:], "MISSING_ID_TOKEN"),
                ("passkeyEnrollment:start", ["idToken": "x"], "INVALID_ID_TOKEN"),
                ("passkeyEnrollment:finalize", [:], "MISSING_ID_TOKEN"),
                ("passkeyEnrollment:finalize", ["idToken": token], "MISSING_AUTHENTICATOR_RESPONSE"),
                (
                    "passkeyEnrollment:finalize",
                    ["idToken": token, "authenticatorRegistrationResponse": [String: String]()], "INVALID_CREDENTIAL_ID"
                ),
                (
                    "passkeyEnrollment:finalize",
                    ["idToken": token, "authenticatorRegistrationResponse": ["id": "AAAA"]], "INVALID_AUTHENTICATOR_RESPONSE"
                ),
                ("passkeySignIn:finalize", [:], "MISSING_AUTHENTICATOR_RESPONSE"),
                ("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": ""]], "INVALID_CREDENTIAL_ID"),
                ("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "A"]], "INVALID_CREDENTIAL_ID"),
                (
                    "passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "AAAA", "rawId": "AAAB"]],
                    "INVALID_CREDENTIAL_ID"
                ),
                ("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "AAAA"]], "INVALID_AUTHENTICATOR_RESPONSE"),
            ]
            for (name, body, code) in cases { #expect(try await caller.passkeys(name, body).error == code, "\(name) \(body)") }
            let strange = try await caller.post("/v2/accounts/passkeySignIn:start", "{}")
            #expect(strange.status == .forbidden)
        }
    }

    @Test func signInMethodsIncludePasskeysWithoutProtection() async throws {
        try await server.change { $0.enumerationProtection = false }
        try await server.run { caller in
            let ada = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            _ = try await caller.enrol(ada["idToken"], &authenticator)
            let reply = try await caller.call(
                "accounts:createAuthUri", ["identifier": "ada@example.org", "continueUri": "https://app.example.org/"])
            #expect(reply.json["signinMethods"] as? [String] == ["password", "passkey"])
        }
    }

    /// The pages that may use passkeys, and the relying party's host.
    @Test(
        arguments: [
            ("https://auth.example.org", nil, "auth.example.org"),
            ("https://auth.example.org", "null", "auth.example.org"),
            ("https://auth.example.org", "https://auth.example.org", "auth.example.org"),
            ("https://auth.example.org", "https://app.example.org", "app.example.org"),
            ("https://auth.example.org", "https://app.example.org:8443", "app.example.org"),
            ("https://auth.example.org", "http://localhost:3000", "localhost"),
            ("https://auth.example.org:9443", nil, "auth.example.org"),
            ("http://localhost:9099", nil, "localhost"),
            ("https://auth.example.org", "http://app.example.org", "UNAUTHORIZED_DOMAIN"),
            ("https://auth.example.org", "https://evil.example", "UNAUTHORIZED_DOMAIN"),
            ("https://auth.example.org", "https://auth.example.org.evil.example", "UNAUTHORIZED_DOMAIN"),
            ("https://auth.example.org", "https://auth.example.org:444", "UNAUTHORIZED_DOMAIN"),
            ("https://auth.example.org", "https://a.app.example.org", "UNAUTHORIZED_DOMAIN"),
            ("https://auth.example.org", "android:apk-key-hash:AAAA", "UNAUTHORIZED_DOMAIN"),
            ("https://192.0.2.1", nil, "OPERATION_NOT_ALLOWED"),
            ("http://127.0.0.1:9099", nil, "OPERATION_NOT_ALLOWED"),
            ("http://[::1]:9099", nil, "OPERATION_NOT_ALLOWED"),
            ("http://auth.example.org", nil, "OPERATION_NOT_ALLOWED"),
        ] as [(String, String?, String)])
    func relyingPartyIsTheHostOfTheOrigin(_ publicURL: String, _ origin: String?, _ expected: String) async throws {
        let server = try await TestServer(publicURL: publicURL)
        try await server.run { caller in
            let reply = try await caller.passkeys("passkeySignIn:start", [:], origin: origin)
            let id = (reply.json["credentialRequestOptions"] as? [String: Any])?["rpId"] as? String
            #expect((id ?? reply.error) == expected, "\(reply.text)")
        }
    }

    @Test func aPasskeyOfAnAppWorksThereOnly() async throws {
        try await server.run { caller in
            let ada = try await caller.signUp()
            var authenticator = ScriptedAuthenticator(origin: "https://app.example.org")
            let added = try await caller.enrol(ada["idToken"], &authenticator, origin: "https://app.example.org")
            #expect(added.status == .ok, "\(added.text)")
            #expect(try await caller.signIn(authenticator, origin: "https://app.example.org").status == .ok)
            // The server's own pages use another host name, and do not accept the response from the app's page.
            #expect(try await caller.signIn(authenticator).error == "INVALID_AUTHENTICATOR_RESPONSE")
            authenticator.origin = "https://auth.example.org"
            #expect(try await caller.signIn(authenticator).error == "INVALID_AUTHENTICATOR_RESPONSE")
            authenticator.relyingPartyID = "auth.example.org"
            #expect(try await caller.signIn(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        }
    }
}
