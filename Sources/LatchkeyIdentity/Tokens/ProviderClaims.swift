import Foundation
import LatchkeySecrets

/// The claims of an OpenID provider about a user: those of an ID token, or of its userinfo endpoint.
package struct ProviderClaims: Sendable, Equatable {
    package private(set) var members: [String: ClaimValue]

    package init(_ members: [String: ClaimValue]) {
        self.members = members
    }

    /// Parses a JSON object; `nil` if the text is not an object, or repeats a member.
    package init?(json bytes: some Sequence<UInt8>) {
        guard let members = try? UniqueJSON.decode([String: ClaimValue].self, from: bytes) else { return nil }
        self.members = members
    }

    /// The issuer; empty if it is missing, which is never so in a verified token.
    package var issuer: String { self["iss"] ?? "" }
    /// The provider's id of the user; empty if it is missing, which is never so in a verified token.
    package var subject: String { self["sub"] ?? "" }

    /// The value of a claim; `nil` unless it is a non-empty string.
    package subscript(name: String) -> String? {
        guard case .string(let text) = members[name], !text.isEmpty else { return nil }
        return text
    }

    /// Whether a claim is true. Apple and some other providers write it as a string or as 1.
    package func isTrue(_ name: String) -> Bool {
        switch members[name] {
        case .bool(true), .string("true"), .string("1"), .integer(1): true
        default: false
        }
    }

    /// Returns a time claim in seconds since 1970 (RFC 7519, section 2, NumericDate).
    func instant(_ name: String) -> Date? {
        switch members[name] {
        case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
        case .number(let seconds) where seconds.isFinite: Date(timeIntervalSince1970: seconds)
        default: nil
        }
    }

    /// The audiences: one string, or a list of strings (RFC 7519, section 4.1.3).
    var audiences: [String] {
        switch members["aud"] {
        case .string(let audience): [audience]
        case .array(let values): values.compactMap { if case .string(let audience) = $0 { audience } else { nil } }
        default: []
        }
    }

    /// Returns the claims with missing ones from another source. Claims of the verified token take precedence.
    package func completed(by others: ProviderClaims) -> ProviderClaims {
        ProviderClaims(members.merging(others.members) { own, _ in own })
    }

    /// The claims as JSON text.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
