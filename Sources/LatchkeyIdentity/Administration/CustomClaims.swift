// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Claims that an administrator gives an account (`customAttributes`).
public enum CustomClaims {
    static let maxCharacters = 1000

    /// - Returns: `nil` for none.
    /// - Throws: ``SignInError``: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
    public static func checked(_ text: String) throws -> String? {
        guard text.unicodeScalars.count <= maxCharacters else {
            throw SignInError(.init(rawValue: "CLAIMS_TOO_LARGE"), message: "Claims have at most \(maxCharacters) characters.")
        }
        if text.isEmpty { return nil }
        guard let members = try? JSONDecoder().decode([String: ClaimValue].self, from: Data(text.utf8)) else {
            throw SignInError(.init(rawValue: "INVALID_CLAIMS"), message: "Claims are the text of a JSON object.")
        }
        if let reserved = members.keys.sorted().first(where: CustomToken.reservedClaims.contains) {
            throw SignInError(.init(rawValue: "FORBIDDEN_CLAIM"), message: reserved)
        }
        if members.isEmpty { return nil }
        return String(decoding: ClaimText(members.map { (name: $0.key, value: $0.value) }).bytes, as: UTF8.self)
    }
}
