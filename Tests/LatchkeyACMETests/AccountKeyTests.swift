import Crypto
import Foundation
import LatchkeySecrets
import Testing

@testable import LatchkeyACME

/// The key of RFC 7515, appendix A.3.
enum ExampleKey {
    static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
    static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
    static let pem = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff
        H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp
        7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt
        -----END PRIVATE KEY-----
        """
    /// Computed with joserfc 1.8 (RFC 7638).
    static let thumbprint = "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"

    static func key() throws -> AccountKey { try AccountKey(pem: Secret(pem)) }
}

@Suite struct AccountKeyTests {
    @Test func theThumbprintIsThatOfAnotherProgram() throws {
        let key = try ExampleKey.key().webKey
        #expect(key == WebKey(x: ExampleKey.x, y: ExampleKey.y))
        #expect(key.thumbprint == ExampleKey.thumbprint)
    }

    /// RFC 8555, section 8.1: the token, a dot, and the thumbprint.
    @Test func theKeyAuthorizationContainsTokenAndThumbprint() throws {
        let token = "evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA"
        #expect(try ExampleKey.key().authorization(of: token) == token + "." + ExampleKey.thumbprint)
    }

    @Test func aRequestHasASignatureOverHeaderAndPayload() throws {
        let url = "https://ca.example/order"
        let request = try SignedRequest(
            Array("{}".utf8), to: url, nonce: "n-1", account: "https://ca.example/account/1", key: try ExampleKey.key())
        let header = try #require(Base64URL.decode(request.protected))
        #expect(
            String(decoding: header, as: UTF8.self)
                == #"{"alg":"ES256","kid":"https://ca.example/account/1","nonce":"n-1","url":"https://ca.example/order"}"#)
        let point = try #require(Base64URL.decode(ExampleKey.x)) + #require(Base64URL.decode(ExampleKey.y))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.decode(request.signature)))
        let signed = Array((request.protected + "." + request.payload).utf8)
        #expect(try P256.Signing.PublicKey(rawRepresentation: point).isValidSignature(signature, for: signed))
    }

    @Test func postAsGetHasNoPayloadAndANewAccountSendsItsKey() throws {
        let request = try SignedRequest(nil, to: "https://ca.example/x", nonce: "n", account: nil, key: try ExampleKey.key())
        #expect(request.payload.isEmpty)
        let header = String(decoding: try #require(Base64URL.decode(request.protected)), as: UTF8.self)
        #expect(header.contains(#""jwk":{"crv":"P-256","kty":"EC","x":"\#(ExampleKey.x)","y":"\#(ExampleKey.y)"}"#))
        #expect(!header.contains("kid"))
    }
}
