import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// Every kind of signed token that the server accepts, invalid in every part: forged without the key, and wrong despite the right key.
///
/// For every error, the response is a documented code, and no user is signed in.
@Suite struct TokenMatrixTests {
    private static func code(of reply: Reply) -> String? { reply.error ?? reply["error"] }

    private static func opensNothing(_ reply: Reply) -> Bool {
        reply["idToken"] == nil && reply["access_token"] == nil && reply["refreshToken"] == nil && reply.json["users"] == nil
    }

    @Test(arguments: TokenFamily.all) func forgeriesAreRefused(_ family: TokenFamily) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let good = try await family.make(server, caller)
            let accepted = try await family.show(server, caller, try good.token())
            #expect(accepted.status == .ok, "the token itself: \(accepted.text)")
            let forgeries = try Forgery.all(of: good, stranger: try good.key.strangers())
            #expect(forgeries.count > 120)
            for forgery in forgeries {
                let reply = try await family.show(server, caller, forgery.text)
                let code = Self.code(of: reply) ?? ""
                let isTooLarge = reply.status == .contentTooLarge && forgery.sentence == "longer than any token"
                #expect(
                    (reply.status == .badRequest && family.refusals.contains(code) || isTooLarge) && Self.opensNothing(reply),
                    "\(family.testDescription), \(forgery.sentence): \(reply.status.code) \(reply.text.prefix(300))")
            }
        }
    }

    @Test(arguments: TokenFamily.all) func everyFaultGetsItsErrorCode(_ family: TokenFamily) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let good = try await family.make(server, caller)
            for fault in family.faults {
                let reply = try await family.show(server, caller, try fault.change(good).token())
                let expected = "\(family.testDescription), \(fault.sentence): \(reply.status.code) \(reply.text.prefix(300))"
                #expect(Self.code(of: reply) == fault.code, "\(expected)")
                if fault.code != nil { #expect((400...404).contains(reply.status.code) && Self.opensNothing(reply), "\(expected)") }
            }
        }
    }

    /// Places that accept an ID token; each place verifies it separately.
    private static let places: [(name: String, member: String, body: [String: any Sendable])] = [
        ("v1/accounts:update", "idToken", ["displayName": "x"]), ("v1/accounts:delete", "idToken", [:]),
        ("v1/accounts:signUp", "idToken", ["email": "new@example.org", "password": "lovelace"]),
        ("v1/accounts:sendOobCode", "idToken", ["requestType": "VERIFY_EMAIL"]),
        ("v1/accounts:signInWithIdp", "idToken", ["requestUri": "http://localhost", "postBody": "access_token=x&providerId=github.com"]),
        ("v1/accounts:signInWithPhoneNumber", "idToken", ["sessionInfo": "x", "code": "123456"]),
        ("v1/accounts:signInWithEmailLink", "idToken", ["email": "ada@example.org", "oobCode": "x"]),
        ("v2/accounts/mfaEnrollment:start", "idToken", ["totpEnrollmentInfo": [String: String]()]),
        ("v2/accounts/mfaEnrollment:finalize", "idToken", ["totpVerificationInfo": ["sessionInfo": "x", "verificationCode": "123456"]]),
        ("v2/accounts/mfaEnrollment:withdraw", "idToken", ["mfaEnrollmentId": "x"]),
        ("v2/accounts/mfaRecoveryCodes:renew", "idToken", [:]), ("v2/accounts/passkeyEnrollment:start", "idToken", [:]),
        ("v2/accounts/sessions:list", "idToken", [:]), ("v2/accounts/sessions:end", "idToken", [:]),
        ("v2/accounts/sessions:endOthers", "idToken", [:]),
    ]

    /// All forgeries at one place; every seventh at the others, with different ones at each.
    @Test func everyPlaceChecksAnIDToken() async throws {
        let server = try await TestServer(Stage.settings)
        let administrator = try await server.administratorToken()
        try await server.run { caller in
            let good = try await TokenFamily.idToken.make(server, caller)
            let forgeries = try Forgery.all(of: good, stranger: try good.key.strangers())
            for (offset, place) in Self.places.enumerated() {
                for (index, forgery) in forgeries.enumerated() where index % 7 == offset % 7 {
                    var body = place.body
                    body[place.member] = forgery.text
                    let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
                    let reply = try await caller.post("/\(place.name)?key=\(caller.apiKey)", text)
                    #expect(reply.error == "INVALID_ID_TOKEN", "\(place.name), \(forgery.sentence): \(reply.text.prefix(300))")
                }
            }
            for (index, forgery) in forgeries.enumerated() where index % 7 == 3 {
                let reply = try await caller.administer(
                    .post, "/v1/projects/default:createSessionCookie", ["idToken": forgery.text], token: administrator)
                #expect(reply.error == "INVALID_ID_TOKEN", "a cookie, \(forgery.sentence): \(reply.text.prefix(300))")
                let inHeader = try await caller.administer(
                    .post, "/v1/projects/default/accounts:lookup", ["localId": ["x"]],
                    token: forgery.text.unicodeScalars.allSatisfy { (0x21...0x7e).contains($0.value) } ? forgery.text : "x")
                #expect(inHeader.status == .unauthorized, "in place of an access token, \(forgery.sentence)")
            }
        }
    }

    /// Back ends verify session cookies; this test calls the verification directly.
    @Test func forgedCookiesAreRefused() async throws {
        let server = try await TestServer()
        let administrator = try await server.administratorToken()
        let cookies = SessionCookies(
            sessions: Sessions(store: server.store, authority: server.authority, now: { [clock = server.clock] in clock.now }))
        try await server.run { caller in
            let user = try await caller.call("accounts:signUp", [:])
            let made = try await caller.administer(
                .post, "/v1/projects/default:createSessionCookie", ["idToken": user["idToken"]], token: administrator)
            let good = try ForgedJWT(reading: try #require(made["sessionCookie"]), key: try await server.signingKey(of: .sessionCookie))
            #expect(try await cookies.claims(of: try good.token(), for: .standard).subject.rawValue == user["localId"])
            for forgery in try Forgery.all(of: good, stranger: try good.key.strangers()) {
                await #expect(throws: SignInError(.invalidSessionCookie), "\(forgery.sentence)") {
                    _ = try await cookies.claims(of: forgery.text, for: .standard)
                }
            }
        }
    }
}
