/// How a request is signed, by the name that travels as `oauth_signature_method`; an open list.
public struct OAuth1SignatureMethod: RawRepresentable, Hashable, Sendable {
    /// The name on the wire, as `HMAC-SHA1`.
    public let rawValue: String

    /// A method of any name; ``OAuth1Signer`` and ``OAuth1SignedRequest`` know those below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// HMAC with SHA-1 (RFC 5849, section 3.4.2); the only one that Twitter takes.
    public static let hmacSHA1 = Self(rawValue: "HMAC-SHA1")
    /// HMAC with SHA-256, a common extension.
    public static let hmacSHA256 = Self(rawValue: "HMAC-SHA256")
    /// HMAC with SHA-512, an extension that few providers know.
    public static let hmacSHA512 = Self(rawValue: "HMAC-SHA512")
    /// RSA with SHA-1 and PKCS#1 v1.5 padding (RFC 5849, section 3.4.3).
    public static let rsaSHA1 = Self(rawValue: "RSA-SHA1")
    /// The secrets themselves instead of a signature (RFC 5849, section 3.4.4); nothing but TLS protects such a request.
    public static let insecurePlaintext = Self(rawValue: "PLAINTEXT")
}
