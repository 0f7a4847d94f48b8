// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeveloperClaims {
    /// Claims that an administrator gives an account (`customAttributes`), as JSON text.
    ///
    /// - Returns: `nil` for none.
    /// - Throws: ``SignInError``: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
    public static func checked(_ text: String) throws -> String? {
        // What is far too long is not read at all.
        guard text.utf8.count <= 2 * maxBytes else { throw tooLarge }
        if text.isEmpty { return nil }
        guard let members = try? JSONDecoder().decode([String: ClaimValue].self, from: Data(text.utf8)) else {
            throw SignInError(.init(rawValue: "INVALID_CLAIMS"), message: "Claims are the text of a JSON object.")
        }
        return members.isEmpty ? nil : try self.text(members)
    }
}
