/// A signature method, identified by the value of `oauth_signature_method`; an open list.
public struct OAuth1SignatureMethod: RawRepresentable, Hashable, Sendable {
    /// The name on the wire, such as `HMAC-SHA1`.
    public let rawValue: String

    /// Creates a method from its raw value; ``OAuth1Signer`` and ``OAuth1SignedRequest`` support the methods below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// HMAC with SHA-1 (RFC 5849, section 3.4.2); the only method that Twitter accepts.
    public static let hmacSHA1 = Self(rawValue: "HMAC-SHA1")
    /// HMAC with SHA-256, a common extension.
    public static let hmacSHA256 = Self(rawValue: "HMAC-SHA256")
    /// HMAC with SHA-512, an extension that few providers support.
    public static let hmacSHA512 = Self(rawValue: "HMAC-SHA512")
    /// RSA with SHA-1 and PKCS#1 v1.5 padding (RFC 5849, section 3.4.3).
    public static let rsaSHA1 = Self(rawValue: "RSA-SHA1")
    /// Sends the secrets instead of a signature (RFC 5849, section 3.4.4); only TLS protects such a request.
    public static let insecurePlaintext = Self(rawValue: "PLAINTEXT")
}
