import Crypto
import Foundation
import JWTKit
import LatchkeySecrets
import Testing

@testable import LatchkeyIdentity

/// An issuer with one key, with tokens that can be invalid in any single way.
private struct Issuer {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let key = P256.Signing.PrivateKey()
    static let strangersKey = P256.Signing.PrivateKey()
    static let nonce: Secret<String> = "the raw nonce"

    var header: [String: any Sendable] = ["alg": "ES256", "kid": "k1", "typ": "JWT"]
    var claims: [String: any Sendable] = [
        "iss": "https://issuer.test/", "sub": "person-1", "aud": "our-client", "exp": 1_800_003_600, "iat": 1_800_000_000,
        "nonce": ProviderToken.hash(Issuer.nonce),
    ]
    var signer = Issuer.key

    func token() throws -> String {
        func part(_ object: [String: any Sendable]) throws -> String {
            Base64URL.encode(try JSONSerialization.data(withJSONObject: object))
        }
        let signed = try part(header) + "." + part(claims)
        return signed + "." + Base64URL.encode(try signer.signature(for: SHA256.hash(data: Data(signed.utf8))).rawRepresentation)
    }

    static func jwk(_ key: P256.Signing.PrivateKey, _ more: String) -> String {
        let point = key.publicKey.rawRepresentation
        let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
        return #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)",\#(more)}"#
    }

    /// Besides the key there are others that no verifier can use; they are ignored.
    static let keySet = """
        {"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"k1","alg":"HS256"},{"kty":"OKP","crv":"X25519","x":"AA","kid":"k9"},{"kty":7},\
        \(jwk(key, #""kid":"k1","use":"sig","alg":"ES256""#)),\(jwk(strangersKey, #""kid":"enc","use":"enc""#))]}
        """
}

private func verify(
    _ token: String, keySet: String = Issuer.keySet, audiences: Set<String> = ["our-client"],
    nonce: ProviderToken.Nonce = .hashOf(Issuer.nonce), now: Date = Issuer.now
) async throws -> ProviderClaims {
    try await ProviderToken.verified(
        token, keySet: keySet, expecting: .init(issuers: ["https://issuer.test/"], audiences: audiences, nonce: nonce, now: now))
}

struct SpoiltToken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: ProviderTokenError.Code
    fileprivate let spoil: @Sendable (inout Issuer) -> Void

    fileprivate init(_ name: String, _ error: ProviderTokenError.Code, _ spoil: @escaping @Sendable (inout Issuer) -> Void) {
        testDescription = name
        self.error = error
        self.spoil = spoil
    }
}

@Suite struct ProviderTokenTests {
    @Test func aGoodTokenGivesItsClaims() async throws {
        let claims = try await verify(Issuer().token())
        #expect(claims.subject == "person-1")
        #expect(claims.issuer == "https://issuer.test/")
    }

    static let spoilt: [SpoiltToken] = [
        .init("alg none", .algorithmRefused) { $0.header["alg"] = "none" },
        .init("alg HS256, whose secret every client of the issuer would know", .algorithmRefused) { $0.header["alg"] = "HS256" },
        .init("alg in other letters", .algorithmRefused) { $0.header["alg"] = "es256" },
        .init("an algorithm of another kind of key", .unknownKey) { $0.header["alg"] = "RS256" },
        .init("an algorithm of another curve", .unknownKey) { $0.header["alg"] = "ES384" },
        .init("no alg", .malformed) { $0.header["alg"] = nil },
        .init("a key id that is not published", .unknownKey) { $0.header["kid"] = "k2" },
        .init("a key for encryption", .unknownKey) { issuer in
            issuer.header["kid"] = "enc"
            issuer.signer = Issuer.strangersKey
        },
        .init("another issuer's key under this one's id", .badSignature) { $0.signer = Issuer.strangersKey },
        .init("extensions that must be understood", .malformed) { $0.header["crit"] = ["x"] },
        .init("an access token (RFC 9068)", .malformed) { $0.header["typ"] = "at+jwt" },
        .init("another issuer", .wrongIssuer) { $0.claims["iss"] = "https://other.test/" },
        .init("an issuer that differs in a slash", .wrongIssuer) { $0.claims["iss"] = "https://issuer.test" },
        .init("an issuer that differs in letter case", .wrongIssuer) { $0.claims["iss"] = "https://Issuer.test/" },
        .init("no issuer", .wrongIssuer) { $0.claims["iss"] = nil },
        .init("another app's audience", .wrongAudience) { $0.claims["aud"] = "other-client" },
        .init("no audience", .wrongAudience) { $0.claims["aud"] = nil },
        .init("several audiences without azp", .wrongAudience) { $0.claims["aud"] = ["our-client", "other-client"] },
        .init("several audiences and another app's azp", .wrongAudience) { issuer in
            issuer.claims["aud"] = ["our-client", "other-client"]
            issuer.claims["azp"] = "other-client"
        },
        .init("expired, and more than the tolerance ago", .expired) { $0.claims["exp"] = 1_799_999_939 },
        .init("no exp", .missingClaim) { $0.claims["exp"] = nil },
        .init("exp as a text", .missingClaim) { $0.claims["exp"] = "1800003600" },
        .init("no iat", .missingClaim) { $0.claims["iat"] = nil },
        .init("issued in the future", .notYetValid) { $0.claims["iat"] = 1_800_000_061 },
        .init("not valid before later", .notYetValid) { $0.claims["nbf"] = 1_800_000_061 },
        .init("an nbf that is no number", .notYetValid) { $0.claims["nbf"] = "now" },
        .init("no nonce", .wrongNonce) { $0.claims["nonce"] = nil },
        .init("another nonce", .wrongNonce) { $0.claims["nonce"] = ProviderToken.hash("another") },
        .init("the raw nonce where its hash is demanded", .wrongNonce) { $0.claims["nonce"] = "the raw nonce" },
        .init("no subject", .missingClaim) { $0.claims["sub"] = nil },
        .init("an empty subject", .missingClaim) { $0.claims["sub"] = "" },
        .init("a subject that is too long", .missingClaim) { $0.claims["sub"] = String(repeating: "x", count: 256) },
        .init("a subject that is a number", .missingClaim) { $0.claims["sub"] = 17 },
    ]

    @Test(arguments: spoilt) func invalidTokenIsRejected(_ row: SpoiltToken) async throws {
        var issuer = Issuer()
        row.spoil(&issuer)
        let token = try issuer.token()
        await #expect(throws: ProviderTokenError(row.error, detail: "")) { try await verify(token) }
    }

    @Test func clocksMayDifferByAMinute() async throws {
        var issuer = Issuer()
        issuer.claims["exp"] = 1_799_999_950
        issuer.claims["iat"] = 1_800_000_050
        issuer.claims["nbf"] = 1_800_000_050.5
        _ = try await verify(issuer.token())
    }

    @Test func severalAudiencesAreFineWhenTheTokenWasIssuedToUs() async throws {
        var issuer = Issuer()
        issuer.claims["aud"] = ["other-client", "our-client"]
        issuer.claims["azp"] = "our-client"
        _ = try await verify(issuer.token())
        // Google's tokens for Android name the app in `azp` and the server as the only audience.
        issuer.claims["aud"] = "our-client"
        issuer.claims["azp"] = "our-android-client"
        _ = try await verify(issuer.token())
    }

    @Test func everyByteOfATokenCounts() async throws {
        let token = try Issuer().token()
        let parts = token.split(separator: ".").map(String.init)
        func changed(_ text: String) -> String { (text.hasPrefix("A") ? "B" : "A") + text.dropFirst() }
        for spoilt in [
            parts[0] + "." + parts[1], token + ".", token + ".x", " " + token, token + "=", token + "\n", "", "..",
            [parts[0], changed(parts[1]), parts[2]].joined(separator: "."), [parts[0], parts[1], changed(parts[2])].joined(separator: "."),
            [parts[0], parts[1], ""].joined(separator: "."), token + String(repeating: "A", count: ProviderToken.maxBytes),
        ] {
            await #expect(throws: ProviderTokenError.self, "\(spoilt.prefix(60))") { try await verify(spoilt) }
        }
    }

    @Test func aRawNonceOrItsHashBindsATokenThatAnAppBrings() async throws {
        var issuer = Issuer()
        let hashed = try issuer.token()
        issuer.claims["nonce"] = "the raw nonce"
        let raw = try issuer.token()
        issuer.claims["nonce"] = nil
        let none = try issuer.token()
        issuer.claims["nonce"] = 5
        let number = try issuer.token()
        let accepted: [(ProviderToken.Nonce, [Bool])] = [
            (.itselfOrHashOf(Issuer.nonce), [true, true, false, false]),
            (.hashOf(Issuer.nonce), [true, false, false, false]),
            (.absent, [false, false, true, false]),
            (.ignored, [true, true, true, true]),
        ]
        for (nonce, expected) in accepted {
            for (token, good) in zip([hashed, raw, none, number], expected) {
                let result = try? await verify(token, nonce: nonce)
                #expect((result != nil) == good, "\(nonce)")
            }
        }
    }

    @Test func aTokenWithoutKeyIDNeedsAnIssuerWithOneKey() async throws {
        var issuer = Issuer()
        issuer.header["kid"] = nil
        let token = try issuer.token()
        _ = try await verify(token)
        let two = "{\"keys\":[\(Issuer.jwk(Issuer.key, #""kid":"a""#)),\(Issuer.jwk(Issuer.strangersKey, #""kid":"b""#))]}"
        await #expect(throws: ProviderTokenError(.unknownKey, detail: "")) { try await verify(token, keySet: two) }
    }

    @Test(arguments: ["", "[]", "{}", #"{"keys":7}"#, "<html>"]) func malformedKeySetIsRejected(_ text: String) async throws {
        await #expect(throws: ProviderTokenError(.malformedKeys, detail: "")) { try await verify(Issuer().token(), keySet: text) }
    }

    @Test(arguments: ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]) func rsaSignaturesOfBothKinds(_ algorithm: String) async throws
    {
        struct Claims: JWTPayload {
            var iss = "https://issuer.test/"
            var sub = "person-1"
            var aud = "our-client"
            var exp = 1_800_003_600
            var iat = 1_800_000_000
            var nonce = ProviderToken.hash(Issuer.nonce)
            func verify(using algorithm: some JWTAlgorithm) {}
        }
        let key = try JWTKit.Insecure.RSA.PrivateKey(pem: PrivateSigningKey.rsaPair().privatePEM)
        let digest: DigestAlgorithm =
            switch algorithm.suffix(3) {
            case "256": .sha256
            case "384": .sha384
            default: .sha512
            }
        let keys = JWTKeyCollection()
        if algorithm.hasPrefix("RS") {
            await keys.add(rsa: key, digestAlgorithm: digest)
        } else {
            await keys.add(pss: key, digestAlgorithm: digest)
        }
        let token = try await keys.sign(Claims())
        let (n, e) = try key.publicKey.getKeyPrimitives()
        let set = #"{"keys":[{"kty":"RSA","n":"\#(Base64URL.encode(n))","e":"\#(Base64URL.encode(e))"}]}"#
        #expect(try await verify(token, keySet: set).subject == "person-1")
        // A key with an `alg` is not used for other algorithms.
        let other = algorithm == "RS256" ? "PS256" : "RS256"
        let bound = set.replacing(#""kty""#, with: #""alg":"\#(other)","kty""#)
        await #expect(throws: ProviderTokenError(.unknownKey, detail: "")) { try await verify(token, keySet: bound) }
    }

    @Test(arguments: ["ES384", "ES512", "EdDSA"]) func theOtherCurves(_ algorithm: String) async throws {
        var issuer = Issuer()
        issuer.header = ["alg": algorithm]
        let signed = try issuer.token().split(separator: ".").prefix(2).joined(separator: ".")
        let bytes = Data(signed.utf8)
        let (curve, point, signature): (String, Data, Data)
        switch algorithm {
        case "ES384":
            let key = P384.Signing.PrivateKey()
            (curve, point) = ("P-384", key.publicKey.rawRepresentation)
            signature = try key.signature(for: SHA384.hash(data: bytes)).rawRepresentation
        case "ES512":
            let key = P521.Signing.PrivateKey()
            (curve, point) = ("P-521", key.publicKey.rawRepresentation)
            signature = try key.signature(for: SHA512.hash(data: bytes)).rawRepresentation
        default:
            let key = Curve25519.Signing.PrivateKey()
            (curve, point) = ("Ed25519", key.publicKey.rawRepresentation)
            signature = try key.signature(for: bytes)
        }
        let half = point.count / 2
        let jwk =
            algorithm == "EdDSA"
            ? #"{"kty":"OKP","crv":"Ed25519","alg":"Ed25519","x":"\#(Base64URL.encode(point))"}"#
            : #"{"kty":"EC","crv":"\#(curve)","x":"\#(Base64URL.encode(point.prefix(half)))","y":"\#(Base64URL.encode(point.suffix(half)))"}"#
        let token = signed + "." + Base64URL.encode(signature)
        #expect(try await verify(token, keySet: #"{"keys":[\#(jwk)]}"#).subject == "person-1")
        let other = signed + "." + Base64URL.encode([signature[signature.startIndex] ^ 1] + signature.dropFirst())
        await #expect(throws: ProviderTokenError(.badSignature, detail: "")) { try await verify(other, keySet: #"{"keys":[\#(jwk)]}"#) }
    }

    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let algorithm: String
        let key: String
        let signed: String
        let signature: String
    }

    static let vectors: [Vector] = [
        .init(
            testDescription: "RFC 7515, appendix A.2 (RS256)", algorithm: "RS256",
            key:
                #"{"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}"#,
            signed: "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
            signature:
                "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        ),
        .init(
            testDescription: "RFC 7515, appendix A.3 (ES256)", algorithm: "ES256",
            key:
                #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            signed: "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
            signature: "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
        .init(
            testDescription: "RFC 8037, appendix A.4 (Ed25519)", algorithm: "EdDSA",
            key: #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            signed: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc",
            signature: "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"),
    ]

    @Test(arguments: vectors) func publishedSignatures(_ vector: Vector) async throws {
        let set = try ProviderKeySet(#"{"keys":[\#(vector.key)]}"#)
        let algorithm = try #require(ProviderToken.Algorithm(rawValue: vector.algorithm))
        let signature = try #require(Base64URL.decode(vector.signature))
        try await set.verify(signature, of: Array(vector.signed.utf8), algorithm: algorithm, keyID: nil)
        await #expect(throws: ProviderTokenError(.badSignature, detail: "")) {
            try await set.verify(signature, of: Array((vector.signed + "A").utf8), algorithm: algorithm, keyID: nil)
        }
    }

    @Test func anAppleClientSecretIsATokenOfTheTeam() async throws {
        let key = P256.Signing.PrivateKey()
        let secret = try AppleClientSecret(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(key.pemRepresentation))
            .token(clientID: "org.example.web", audience: "https://appleid.apple.com", at: Issuer.now).expose()
        struct Claims: JWTPayload, Equatable {
            var iss: String
            var iat: Int
            var exp: Int
            var aud: String
            var sub: String
            func verify(using algorithm: some JWTAlgorithm) {}
        }
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: try ES256PublicKey(pem: key.publicKey.pemRepresentation))
        let claims = try await keys.verify(secret, as: Claims.self)
        #expect(
            claims
                == Claims(
                    iss: "TEAM123456", iat: 1_800_000_000, exp: 1_800_000_300, aud: "https://appleid.apple.com", sub: "org.example.web"))
        let header = try DefaultJWTParser().parse(Array(secret.utf8), as: Claims.self).header
        #expect(header.alg == "ES256" && header.kid == "KEY1234567")
    }
}
