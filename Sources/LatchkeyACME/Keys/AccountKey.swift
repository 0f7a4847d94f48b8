package import Crypto
package import LatchkeySecrets

/// The key of an account at a certificate authority: ECDSA with P-256 (ES256).
package struct AccountKey: Sendable {
    private let key: P256.Signing.PrivateKey

    package init(_ key: P256.Signing.PrivateKey = .init()) { self.key = key }

    /// - Throws: An error if the text is not a key of this kind in PEM.
    package init(pem: Secret<String>) throws { key = try P256.Signing.PrivateKey(pemRepresentation: pem.expose()) }

    package var pem: Secret<String> { Secret(key.pemRepresentation) }

    /// The public key as a JWK (RFC 7518, section 6.2).
    var webKey: WebKey {
        let point = key.publicKey.rawRepresentation
        return WebKey(x: Base64URL.encode(point.prefix(32)), y: Base64URL.encode(point.suffix(32)))
    }

    /// The key authorization of a challenge: its token, and the fingerprint of this key (RFC 8555, section 8.1).
    package func authorization(of token: String) -> String { token + "." + webKey.thumbprint }

    /// An ES256 signature: both numbers, each with 32 bytes (RFC 7518, section 3.4).
    func signature(of text: String) throws -> [UInt8] {
        Array(try key.signature(for: Array(text.utf8)).rawRepresentation)
    }
}

/// A public key on the curve P-256 as a JWK.
package struct WebKey: Encodable, Sendable, Equatable {
    package let crv = "P-256"
    package let kty = "EC"
    package let x: String
    package let y: String

    package init(x: String, y: String) { (self.x, self.y) = (x, y) }

    private enum CodingKeys: CodingKey { case crv, kty, x, y }

    /// The SHA-256 of the required members in the order of their names (RFC 7638), in base64url.
    package var thumbprint: String {
        let members = #"{"crv":"\#(crv)","kty":"\#(kty)","x":"\#(x)","y":"\#(y)"}"#
        return Base64URL.encode(SHA256.hash(data: Array(members.utf8)))
    }
}
