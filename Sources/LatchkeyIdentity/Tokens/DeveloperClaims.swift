import Foundation

/// Custom claims: a JSON object. Its members appear at the top level of tokens, beside the standard claims.
package enum DeveloperClaims {
    static let maxBytes = 1000
    static let tooLarge = SignInError(.init(rawValue: "CLAIMS_TOO_LARGE"), message: "Claims have at most \(maxBytes) bytes.")

    /// Returns the JSON text of claims.
    ///
    /// - Throws: ``SignInError``: `FORBIDDEN_CLAIM` for a reserved name, `CLAIMS_TOO_LARGE`.
    static func text(_ members: [String: ClaimValue], maxBytes: Int = Self.maxBytes) throws -> String {
        try refuseReserved(members)
        let text = String(decoding: ClaimText(members.map { (name: $0.key, value: $0.value) }).bytes, as: UTF8.self)
        guard text.utf8.count <= maxBytes else {
            throw tooLarge
        }
        return text
    }

    /// Checks that no claim has a reserved name.
    ///
    /// - Throws: ``SignInError`` with `FORBIDDEN_CLAIM`.
    static func refuseReserved(_ members: [String: ClaimValue]) throws {
        if let reserved = members.keys.sorted().first(where: CustomToken.reservedClaims.contains) {
            throw SignInError(.init(rawValue: "FORBIDDEN_CLAIM"), message: reserved)
        }
    }

    /// Returns the members of a JSON object; none if the text is not an object.
    static func members(of text: String?) -> [String: ClaimValue] {
        text.flatMap { try? JSONDecoder().decode([String: ClaimValue].self, from: Data($0.utf8)) } ?? [:]
    }
}
