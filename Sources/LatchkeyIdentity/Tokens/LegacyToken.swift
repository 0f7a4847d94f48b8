import Crypto
public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A token of version 0, as Firebase's clients up to 2.x and their back ends had them: a JWT that was signed (HS256) with a secret of the
/// project's databases, and that is good at databases only.
public struct LegacyToken: Sendable {
    /// The object that rules see as `auth`, as it is.
    public let data: [String: ClaimValue]
    /// Of `data`; an administrator's token may have none.
    public let uid: String?
    public let issuedAt: Date
    public let expiresAt: Date
    /// Rules do not hold.
    public let isAdministrator: Bool
    /// Whoever made the token wants to be told which rules were asked.
    public let isDebug: Bool
    /// What it writes is asked of the rules, answered, and not done.
    public let isSimulated: Bool
    /// The session that it belongs to: it ends with that. Those that a back end made for itself have none.
    public let session: SessionID?
    /// What signed it: it ends with that too.
    public let secret: Fingerprint

    public static let lifetimeSeconds = 86_400.0
    /// Firebase's own bounds: a token has fewer characters than this, and so has a uid.
    static let endOfTokenCharacters = 1024
    static let endOfUIDCharacters = 256
    static let algorithm = "HS256"

    /// Whether a text says of itself that it is such a token. One that lies is checked as one, and found out.
    public static func isForm(of text: String) -> Bool {
        guard text.utf8.count <= TokenAuthority.maxTokenBytes, let end = text.utf8.firstIndex(of: UInt8(ascii: ".")),
            let bytes = Base64URL.decode(String(text[..<end])),
            // Nearly all are ID tokens, whose headers need not be read twice.
            bytes.indices.contains(where: { bytes[$0] == algorithm.utf8.first && bytes[$0...].starts(with: algorithm.utf8) }),
            let members = try? JSONDecoder().decode([String: ClaimValue].self, from: Data(bytes))
        else {
            return false
        }
        return members["alg"] == .string(algorithm)
    }

    /// What a token's header says, before anybody knows whether it is true: the id of what signed it, where it says one.
    ///
    /// - Throws: ``LegacyTokenError``.
    static func keyID(of text: String) throws -> String? {
        guard text.utf8.count < endOfTokenCharacters else {
            throw LegacyTokenError.invalid("It has \(endOfTokenCharacters) characters or more.")
        }
        guard let header = CompactToken.header(of: text, among: [algorithm]) else {
            throw LegacyTokenError.invalid("It has to be a JWT of three parts, signed with HS256, without extensions.")
        }
        switch header.kid {
        case nil: return nil
        case .string(let id): return id
        default: throw LegacyTokenError.invalid("“kid” has to be a text.")
        }
    }

    /// - Parameters:
    ///   - key: What is supposed to have signed it.
    ///   - secret: The fingerprint of that.
    /// - Throws: ``LegacyTokenError``.
    init(_ text: String, signedWith key: Secret<String>, _ secret: Fingerprint, at now: Date) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let code = Base64URL.decodeCanonical(parts[2]),
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Array("\(parts[0]).\(parts[1])".utf8), using: SymmetricKey(data: Array(key.expose().utf8))),
            let payload = Base64URL.decodeCanonical(parts[1])
        else {
            throw LegacyTokenError.invalid("No secret that is good now has signed it.")
        }
        guard let claims = try? UniqueJSON.decode([String: ClaimValue].self, from: payload) else {
            throw LegacyTokenError.invalid("Its payload is not a JSON object, or has a member twice.")
        }
        try self.init(claims, secret, at: now)
    }

    private init(_ claims: [String: ClaimValue], _ secret: Fingerprint, at now: Date) throws {
        func flag(_ name: String) throws -> Bool {
            switch claims[name] {
            case nil, .bool(false): return false
            case .bool(true): return true
            default: throw LegacyTokenError.invalid("“\(name)” has to be true or false.")
            }
        }
        func instant(_ name: String) throws -> Date? {
            guard let value = claims[name] else { return nil }
            guard let seconds = value.seconds else { throw LegacyTokenError.invalid("“\(name)” has to be a time in seconds.") }
            return Date(timeIntervalSince1970: seconds)
        }
        guard claims["v"] == .integer(0) else { throw LegacyTokenError.invalid("“v” has to be 0.") }
        guard case .object(let data)? = claims["d"] else { throw LegacyTokenError.invalid("“d” has to be an object.") }
        (isAdministrator, isDebug, isSimulated) = (try flag("admin"), try flag("debug"), try flag("simulate"))
        switch data["uid"] {
        case .string(let text) where !text.isEmpty && text.utf16.count < Self.endOfUIDCharacters: uid = text
        case nil where isAdministrator: uid = nil
        default: throw LegacyTokenError.invalid("“uid” in “d” has to be a text of 1 to \(Self.endOfUIDCharacters - 1) characters.")
        }
        switch claims["sid"] {
        case nil: session = nil
        case .string(let id): session = SessionID(rawValue: id)
        default: throw LegacyTokenError.invalid("“sid” has to be a text.")
        }
        guard let issuedAt = try instant("iat") else { throw LegacyTokenError.invalid("“iat” is missing.") }
        let latest = now.addingTimeInterval(TokenAuthority.clockToleranceSeconds)
        guard issuedAt <= latest, try instant("nbf") ?? issuedAt <= latest else { throw LegacyTokenError.invalid("It is not good yet.") }
        expiresAt = try instant("exp") ?? issuedAt.addingTimeInterval(Self.lifetimeSeconds)
        guard expiresAt > now else { throw LegacyTokenError.expired }
        (self.data, self.issuedAt, self.secret) = (data, issuedAt, secret)
    }
}

/// Why a token of version 0 opens nothing.
public enum LegacyTokenError: Error, Equatable, Sendable {
    /// For the log: what is wrong with it.
    case invalid(String)
    case expired
}

extension ClaimValue {
    /// Seconds since 1970; later than the year 9999 is no time.
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
