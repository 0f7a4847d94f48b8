import Crypto
import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// A kind of signed token that the server accepts, the places that accept it, and the errors for an invalid one.
struct TokenFamily: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The errors for a forgery.
    let refusals: Set<String>
    /// Makes a valid one.
    let make: @Sendable (TestServer, TestServer.Caller) async throws -> ForgedJWT
    /// Presents it where it belongs.
    let show: @Sendable (TestServer, TestServer.Caller, String) async throws -> Reply
    /// An error in a token that was signed with the right key, and the response; `nil` where it is accepted, with the reason.
    let faults: [Fault]

    struct Fault: Sendable {
        let sentence: String
        let code: String?
        let change: @Sendable (ForgedJWT) -> ForgedJWT

        init(_ sentence: String, _ code: String?, _ change: @escaping @Sendable (ForgedJWT) -> ForgedJWT) {
            (self.sentence, self.code, self.change) = (sentence, code, change)
        }

        static func claim(_ name: String, _ json: String?, _ code: String?, _ sentence: String = "") -> Fault {
            Fault("\(name) \(json?.prefix(60) ?? "missing") \(sentence)", code) { $0.claim(name, json) }
        }

        static func header(_ name: String, _ json: String?, _ code: String?, _ sentence: String = "") -> Fault {
            Fault("\(name) \(json?.prefix(60) ?? "missing") \(sentence)", code) { $0.header(name, json) }
        }
    }

    static let all = [idToken, custom, assertion, google, apple, openID]

    static let long = "\"" + String(repeating: "x", count: 1000) + "\""
    /// The time of the test clock.
    static let now = 1_800_000_000

    // MARK: Own tokens

    static let idToken = TokenFamily(
        testDescription: "our own ID token", refusals: ["INVALID_ID_TOKEN"],
        make: { server, caller in
            let user = try await caller.call("accounts:signUp", [:])
            return try ForgedJWT(reading: try #require(user["idToken"]), key: try await server.signingKey())
        },
        show: { _, caller, token in try await caller.call("accounts:lookup", ["idToken": token]) },
        faults: [
            .header("kid", nil, "INVALID_ID_TOKEN"), .header("kid", "\"unknown\"", "INVALID_ID_TOKEN"),
            .header("crit", #"["exp"]"#, "INVALID_ID_TOKEN"), .header("typ", "\"at+jwt\"", "INVALID_ID_TOKEN"),
            .header("alg", "\"RS256\"", "INVALID_ID_TOKEN", "where the key is no RSA key"),
            .claim("iss", nil, "INVALID_ID_TOKEN"), .claim("iss", "\"https://auth.example.org/other\"", "INVALID_ID_TOKEN"),
            .claim("iss", "\"https://auth.example.org/default/session\"", "INVALID_ID_TOKEN", "as a session cookie has"),
            .claim("iss", #"["https://auth.example.org/default"]"#, "INVALID_ID_TOKEN"), .claim("iss", "7", "INVALID_ID_TOKEN"),
            .claim("aud", nil, "INVALID_ID_TOKEN"), .claim("aud", "\"other\"", "INVALID_ID_TOKEN"),
            .claim("aud", #"["default"]"#, "INVALID_ID_TOKEN"), .claim("aud", "\"Default\"", "INVALID_ID_TOKEN"),
            .claim("exp", nil, "INVALID_ID_TOKEN"), .claim("exp", "\(now)", "TOKEN_EXPIRED", "this very second"),
            .claim("exp", "\"\(now + 3600)\"", "INVALID_ID_TOKEN"), .claim("exp", "1e300", "INVALID_ID_TOKEN"),
            .claim("exp", "-1", "INVALID_ID_TOKEN"), .claim("exp", "9223372036854775807", "INVALID_ID_TOKEN"),
            .claim("iat", nil, "INVALID_ID_TOKEN"), .claim("iat", "\(now + 301)", "INVALID_ID_TOKEN", "later than clocks may differ"),
            .claim("iat", "-9223372036854775808", "INVALID_ID_TOKEN"), .claim("iat", "\(now - 1)", "TOKEN_EXPIRED", "before the account"),
            .claim("auth_time", nil, "INVALID_ID_TOKEN"), .claim("auth_time", "\(now + 301)", "INVALID_ID_TOKEN"),
            .claim("auth_time", "1000000000000000000", "INVALID_ID_TOKEN"), .claim("auth_time", "true", "INVALID_ID_TOKEN"),
            .claim("sub", nil, "INVALID_ID_TOKEN"), .claim("sub", "\"\"", "INVALID_ID_TOKEN"), .claim("sub", long, "USER_NOT_FOUND"),
            .claim("sub", "null", "INVALID_ID_TOKEN"), .claim("sub", "\"somebody else\"", "USER_NOT_FOUND"),
            .claim("firebase", nil, "INVALID_ID_TOKEN"), .claim("firebase", "{}", "INVALID_ID_TOKEN"),
            .claim("firebase", #"{"identities":{},"sign_in_provider":"anonymous"}"#, "TOKEN_EXPIRED", "without a session"),
            .claim(
                "firebase", #"{"identities":{},"sign_in_provider":"anonymous","session":"x"}"#, "TOKEN_EXPIRED", "of no session"),
            .claim(
                "firebase", #"{"identities":{},"sign_in_provider":"anonymous","session":"x","tenant":"t"}"#, "TENANT_NOT_FOUND"),
        ])

    static let custom = TokenFamily(
        testDescription: "a custom token", refusals: ["INVALID_CUSTOM_TOKEN"],
        make: { server, _ in
            try await server.admit(Stage.serviceAccount)
            return try ForgedJWT(
                reading: try TokenForge.custom(uid: "ada", at: server.clock.now), key: try Stage.serviceAccount.signingKey())
        },
        show: { _, caller, token in try await caller.call("accounts:signInWithCustomToken", ["token": token]) },
        faults: [
            .header("typ", nil, nil, "is said by the key that it takes"), .header("typ", "\"at+jwt\"", "INVALID_CUSTOM_TOKEN"),
            .header("kid", "\"unknown\"", nil, "because a service account has one key, and Node's library names none"),
            .header("crit", #"["exp"]"#, "INVALID_CUSTOM_TOKEN"), .header("b64", "true", "INVALID_CUSTOM_TOKEN"),
            .header("alg", "\"RS512\"", "INVALID_CUSTOM_TOKEN"), .header("alg", "\"PS256\"", "INVALID_CUSTOM_TOKEN"),
            .claim("iss", nil, "INVALID_CUSTOM_TOKEN"), .claim("iss", "\"nobody@example.org\"", "INVALID_CUSTOM_TOKEN"),
            .claim("iss", "\"' OR 1=1 --\"", "INVALID_CUSTOM_TOKEN"), .claim("iss", "7", "INVALID_CUSTOM_TOKEN"),
            .claim("sub", nil, "INVALID_CUSTOM_TOKEN"), .claim("sub", "\"ada\"", "INVALID_CUSTOM_TOKEN"),
            .claim("aud", nil, "INVALID_CUSTOM_TOKEN"), .claim("aud", "\"default\"", "INVALID_CUSTOM_TOKEN"),
            .claim("aud", "\"https://auth.example.org/oauth2/token\"", "INVALID_CUSTOM_TOKEN", "as an assertion has"),
            .claim("aud", "[\"\(CustomToken.audience)\"]", "INVALID_CUSTOM_TOKEN"),
            .claim("exp", nil, "INVALID_CUSTOM_TOKEN"), .claim("exp", "\(now)", "INVALID_CUSTOM_TOKEN", "this very second"),
            .claim("exp", "\(now + 3601)", "INVALID_CUSTOM_TOKEN"), .claim("exp", "\"\(now + 60)\"", "INVALID_CUSTOM_TOKEN"),
            .claim("exp", "1e300", "INVALID_CUSTOM_TOKEN"), .claim("exp", "-1e300", "INVALID_CUSTOM_TOKEN"),
            .claim("iat", nil, "INVALID_CUSTOM_TOKEN"), .claim("iat", "\(now + 61)", "INVALID_CUSTOM_TOKEN"),
            .claim("iat", "\"now\"", "INVALID_CUSTOM_TOKEN"), .claim("nbf", "\(now + 61)", "INVALID_CUSTOM_TOKEN"),
            .claim("nbf", "\"now\"", "INVALID_CUSTOM_TOKEN"), .claim("nbf", "\(now)", nil, "is now"),
            .claim("uid", nil, "MISSING_IDENTIFIER"), .claim("uid", "\"\"", "MISSING_IDENTIFIER"),
            .claim("uid", long, "INVALID_CUSTOM_TOKEN"), .claim("uid", "7", "INVALID_CUSTOM_TOKEN"),
            .claim("tenant_id", "\"t\"", "TENANT_ID_MISMATCH"), .claim("claims", #"{"aud":"x"}"#, "FORBIDDEN_CLAIM"),
            .claim("claims", "[]", "INVALID_CLAIMS"), .claim("claims", "\"admin\"", "INVALID_CLAIMS"),
        ])

    static let assertion = TokenFamily(
        testDescription: "a service account's assertion", refusals: ["invalid_grant", "invalid_request"],
        make: { server, _ in
            try await server.admit(Stage.serviceAccount)
            let email = Stage.serviceAccount.account.email
            let seconds = server.clock.now.secondsSince1970
            let claims: [String: any Sendable] = [
                "iss": email, "sub": email, "aud": "https://auth.example.org/oauth2/token",
                "scope": "https://www.googleapis.com/auth/identitytoolkit", "iat": seconds, "exp": seconds + 3600,
            ]
            let text = TokenForge.part(#"{"alg":"RS256","typ":"JWT"}"#) + "." + TokenForge.part(try TokenForge.json(claims)) + ".AA"
            return try ForgedJWT(reading: text, key: try Stage.serviceAccount.signingKey())
        },
        show: { _, caller, token in
            let escaped = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return try await caller.send(
                .post, "/oauth2/token", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=" + escaped)
        },
        faults: [
            .header("kid", "\"unknown\"", nil, "because a service account has one key"), .header("crit", #"["exp"]"#, "invalid_grant"),
            .header("typ", "\"at+jwt\"", "invalid_grant"), .header("alg", "\"RS384\"", "invalid_grant"),
            .claim("iss", nil, "invalid_grant"), .claim("iss", "\"nobody@example.org\"", "invalid_grant"),
            .claim("iss", "7", "invalid_grant"),
            .claim("aud", nil, "invalid_grant"), .claim("aud", "\"https://auth.example.com/oauth2/token\"", "invalid_grant"),
            .claim("aud", "\"\(CustomToken.audience)\"", "invalid_grant", "as a custom token has"),
            .claim("aud", #"["https://auth.example.org/oauth2/token"]"#, "invalid_grant"),
            .claim("scope", nil, "invalid_scope"), .claim("scope", "\"openid\"", "invalid_scope"), .claim("scope", "7", "invalid_grant"),
            .claim("exp", nil, "invalid_grant"), .claim("exp", "\(now)", "invalid_grant"), .claim("exp", "\(now + 3601)", "invalid_grant"),
            .claim("exp", "1e300", "invalid_grant"), .claim("exp", "\"\(now + 60)\"", "invalid_grant"),
            .claim("iat", nil, "invalid_grant"), .claim("iat", "\(now + 61)", "invalid_grant"), .claim("iat", "-1e300", "invalid_grant"),
            .claim("nbf", "\(now + 61)", "invalid_grant"), .claim("nbf", "[]", "invalid_grant"), .claim("nbf", "\(now)", nil, "is now"),
        ])
}
