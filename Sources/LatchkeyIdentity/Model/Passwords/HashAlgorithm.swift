/// A password hash algorithm, with Identity Toolkit's name (`hashAlgorithm`).
package struct HashAlgorithm: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let hmacSHA512 = Self(rawValue: "HMAC_SHA512")
    package static let hmacSHA256 = Self(rawValue: "HMAC_SHA256")
    package static let hmacSHA1 = Self(rawValue: "HMAC_SHA1")
    package static let hmacMD5 = Self(rawValue: "HMAC_MD5")
    package static let sha512 = Self(rawValue: "SHA512")
    package static let sha256 = Self(rawValue: "SHA256")
    package static let sha1 = Self(rawValue: "SHA1")
    package static let md5 = Self(rawValue: "MD5")
    package static let pbkdfSHA1 = Self(rawValue: "PBKDF_SHA1")
    package static let pbkdf2SHA256 = Self(rawValue: "PBKDF2_SHA256")
    /// Firebase's modified scrypt; see ``FirebaseScrypt``.
    package static let scrypt = Self(rawValue: "SCRYPT")
    /// scrypt (RFC 7914).
    package static let standardScrypt = Self(rawValue: "STANDARD_SCRYPT")
    package static let bcrypt = Self(rawValue: "BCRYPT")
    package static let argon2 = Self(rawValue: "ARGON2")

    /// The algorithms of hashes that can be imported.
    package static let all: [Self] = [
        .hmacSHA512, .hmacSHA256, .hmacSHA1, .hmacMD5, .sha512, .sha256, .sha1, .md5, .pbkdfSHA1, .pbkdf2SHA256, .scrypt,
        .standardScrypt, .bcrypt, .argon2,
    ]
}
