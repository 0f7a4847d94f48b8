import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// Unverified claims in place of a provider's token: JSON, or the payload of a JWT.
struct FakeClaims: Sendable {
    /// The claims as JSON text.
    let json: String
    let members: [String: ClaimValue]

    static let maxBytes = 16_384
    /// The prefix of generated access tokens, the same as in the Firebase Auth Emulator. In responses about a conflict, the tokens contain
    /// the claims, so that the credential can be linked afterwards.
    private static let accessTokenPrefix = "FirebaseAuthEmulatorFakeAccessToken_"

    /// Reads the claims of a text.
    ///
    /// - Returns: `nil` for a text without claims, such as a real token.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes, let bytes = Self.json(in: text),
            let members = try? JSONDecoder().decode([String: ClaimValue].self, from: Data(bytes))
        else {
            return nil
        }
        self.members = members
        json = String(decoding: bytes, as: UTF8.self)
    }

    init(members: [String: ClaimValue]) throws {
        self.members = members
        json = try Self.text(of: members)
    }

    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func json(in text: String) -> [UInt8]? {
        if text.hasPrefix("{") { return Array(text.utf8) }
        if text.hasPrefix(accessTokenPrefix) { return text.split(separator: "~").last.flatMap { Base64URL.decode(String($0)) } }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 ? Base64URL.decode(String(parts[1])) : nil
    }

    func accessToken(of provider: ProviderID) -> String {
        Self.accessTokenPrefix + provider.rawValue + "~" + Base64URL.encode(json.utf8)
    }

    /// Returns a generated access token without its claims, like those of the Firebase Auth Emulator. Other texts are returned unchanged.
    static func bareAccessToken(_ text: String?) -> String? {
        guard let text, text.hasPrefix(accessTokenPrefix), let mark = text.lastIndex(of: "~") else { return text }
        return String(text[..<mark])
    }

    func text(_ name: String) -> String? {
        switch members[name] {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let number): String(number)
        default: nil
        }
    }

    /// The claim `sub`.
    var subject: String? {
        if case .string(let text) = members["sub"], !text.isEmpty { text } else { nil }
    }
    /// Whether the email address is verified. Apple sends the claim as a string.
    var emailVerified: Bool { members["email_verified"] == .bool(true) || members["email_verified"] == .string("true") }

    private static let scope = "https://www.googleapis.com/auth/userinfo."

    /// The profile in the response: for Google, with Google's member names; for other providers, the claims unchanged.
    func profile(of provider: ProviderID) -> String {
        guard provider == .google else { return json }
        let scopes = ["openid", Self.scope + "profile"] + (text("email") == nil ? [] : [Self.scope + "email"])
        var profile: [String: ClaimValue] = [
            "granted_scopes": .string(scopes.joined(separator: " ")),
            "locale": .string("en"), "verified_email": .bool(emailVerified),
        ]
        profile["id"] = members["sub"]
        for name in ["name", "given_name", "family_name", "email", "picture"] { profile[name] = members[name] }
        return (try? Self.text(of: profile)) ?? json
    }
}
