/// A password hash algorithm, with Identity Toolkit's name (`hashAlgorithm`).
public struct HashAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let hmacSHA512 = Self(rawValue: "HMAC_SHA512")
    public static let hmacSHA256 = Self(rawValue: "HMAC_SHA256")
    public static let hmacSHA1 = Self(rawValue: "HMAC_SHA1")
    public static let hmacMD5 = Self(rawValue: "HMAC_MD5")
    public static let sha512 = Self(rawValue: "SHA512")
    public static let sha256 = Self(rawValue: "SHA256")
    public static let sha1 = Self(rawValue: "SHA1")
    public static let md5 = Self(rawValue: "MD5")
    public static let pbkdfSHA1 = Self(rawValue: "PBKDF_SHA1")
    public static let pbkdf2SHA256 = Self(rawValue: "PBKDF2_SHA256")
    /// Firebase's modified scrypt; see ``FirebaseScrypt``.
    public static let scrypt = Self(rawValue: "SCRYPT")
    /// scrypt (RFC 7914).
    public static let standardScrypt = Self(rawValue: "STANDARD_SCRYPT")
    public static let bcrypt = Self(rawValue: "BCRYPT")
    public static let argon2 = Self(rawValue: "ARGON2")

    /// The algorithms of hashes that can be imported.
    public static let all: [Self] = [
        .hmacSHA512, .hmacSHA256, .hmacSHA1, .hmacMD5, .sha512, .sha256, .sha1, .md5, .pbkdfSHA1, .pbkdf2SHA256, .scrypt,
        .standardScrypt, .bcrypt, .argon2,
    ]
}
