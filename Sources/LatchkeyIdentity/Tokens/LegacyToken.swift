import Crypto
package import Foundation
package import LatchkeySecrets

/// A token of version 0, for Firebase's clients up to 2.x and their back ends: a JWT that is signed (HS256) with a secret of the project's
/// databases, and that is valid for databases only.
package struct LegacyToken: Sendable {
    /// The object that rules see as `auth`, unchanged.
    package let data: [String: ClaimValue]
    /// `uid` of `data`; `nil` in some administrators' tokens.
    package let uid: String?
    package let issuedAt: Date
    package let expiresAt: Date
    /// Whether the token bypasses the rules.
    package let isAdministrator: Bool
    /// Whether the client requests information about evaluated rules.
    package let isDebug: Bool
    /// Whether writes are only checked against the rules, and not applied.
    package let isSimulated: Bool
    /// The session, with which the token ends; `nil` for tokens that a back end signed.
    package let session: SessionID?
    /// The secret that signed the token, with which the token ends too.
    package let secret: Fingerprint

    package static let lifetimeSeconds = 86_400.0
    /// Firebase's exclusive limits: a token is shorter than this, and so is a uid.
    static let endOfTokenCharacters = 1024
    static let endOfUIDCharacters = 256
    static let algorithm = "HS256"

    /// Whether a text is a token with `alg` HS256, according to its unverified header.
    package static func isForm(of text: String) -> Bool {
        guard text.utf8.count <= TokenAuthority.maxTokenBytes, let end = text.utf8.firstIndex(of: UInt8(ascii: ".")),
            let bytes = Base64URL.decode(String(text[..<end])),
            // Skips parsing for nearly all texts, which are ID tokens.
            bytes.indices.contains(where: { bytes[$0] == algorithm.utf8.first && bytes[$0...].starts(with: algorithm.utf8) }),
            let members = try? JSONDecoder().decode([String: ClaimValue].self, from: Data(bytes))
        else {
            return false
        }
        return members["alg"] == .string(algorithm)
    }

    /// Returns the id of the signing secret in a token's unverified header; `nil` if it has none.
    ///
    /// - Throws: ``LegacyTokenError``.
    static func keyID(of text: String) throws -> String? {
        guard text.utf8.count < endOfTokenCharacters else {
            throw LegacyTokenError.invalid("It has \(endOfTokenCharacters) characters or more.")
        }
        guard let header = CompactToken.header(of: text, among: [algorithm]) else {
            throw LegacyTokenError.invalid("It must be a JWT of three parts, signed with HS256, without extensions.")
        }
        switch header.kid {
        case nil: return nil
        case .string(let id): return id
        default: throw LegacyTokenError.invalid("“kid” must be a string.")
        }
    }

    /// Verifies a token.
    ///
    /// - Parameters:
    ///   - key: The secret that is expected to have signed it.
    ///   - secret: The fingerprint of that secret.
    /// - Throws: ``LegacyTokenError``.
    init(_ text: String, signedWith key: Secret<String>, _ secret: Fingerprint, at now: Date) throws {
        guard let parts = TokenParts(text),
            HMAC<SHA256>.isValidAuthenticationCode(
                parts.signature, authenticating: parts.signed, using: SymmetricKey(data: Array(key.expose().utf8)))
        else {
            throw LegacyTokenError.invalid("It is not signed with a valid secret of the project.")
        }
        guard let claims = try? UniqueJSON.decode([String: ClaimValue].self, from: parts.payload) else {
            throw LegacyTokenError.invalid("Its payload is not a JSON object, or has a member twice.")
        }
        try self.init(claims, secret, at: now)
    }

    private init(_ claims: [String: ClaimValue], _ secret: Fingerprint, at now: Date) throws {
        func flag(_ name: String) throws -> Bool {
            switch claims[name] {
            case nil, .bool(false): return false
            case .bool(true): return true
            default: throw LegacyTokenError.invalid("“\(name)” must be true or false.")
            }
        }
        func instant(_ name: String) throws -> Date? {
            guard let value = claims[name] else { return nil }
            guard let seconds = value.seconds else { throw LegacyTokenError.invalid("“\(name)” must be a time in seconds.") }
            return Date(timeIntervalSince1970: seconds)
        }
        guard claims["v"] == .integer(0) else { throw LegacyTokenError.invalid("“v” must be 0.") }
        guard case .object(let data)? = claims["d"] else { throw LegacyTokenError.invalid("“d” must be an object.") }
        (isAdministrator, isDebug, isSimulated) = (try flag("admin"), try flag("debug"), try flag("simulate"))
        switch data["uid"] {
        case .string(let text) where !text.isEmpty && text.utf16.count < Self.endOfUIDCharacters: uid = text
        case nil where isAdministrator: uid = nil
        default: throw LegacyTokenError.invalid("“uid” in “d” must be a string of 1 to \(Self.endOfUIDCharacters - 1) characters.")
        }
        switch claims["sid"] {
        case nil: session = nil
        case .string(let id): session = SessionID(rawValue: id)
        default: throw LegacyTokenError.invalid("“sid” must be a string.")
        }
        guard let issuedAt = try instant("iat") else { throw LegacyTokenError.invalid("“iat” is missing.") }
        let latest = now.addingTimeInterval(TokenAuthority.clockToleranceSeconds)
        guard issuedAt <= latest, try instant("nbf") ?? issuedAt <= latest else { throw LegacyTokenError.invalid("It is not valid yet.") }
        expiresAt = try instant("exp") ?? issuedAt.addingTimeInterval(Self.lifetimeSeconds)
        guard expiresAt > now else { throw LegacyTokenError.expired }
        (self.data, self.issuedAt, self.secret) = (data, issuedAt, secret)
    }
}

/// The error for an invalid token of version 0.
package enum LegacyTokenError: Error, Equatable, Sendable {
    /// The token is invalid, with the reason for the log.
    case invalid(String)
    case expired
}

extension ClaimValue {
    /// The value as seconds since 1970; `nil` after the year 9999.
    fileprivate var seconds: Double? {
        let seconds: Double
        switch self {
        case .integer(let number): seconds = Double(number)
        case .number(let number): seconds = number
        default: return nil
        }
        return (0...253_402_300_799).contains(seconds) ? seconds : nil
    }
}
