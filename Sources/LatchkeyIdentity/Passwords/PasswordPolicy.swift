// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeySecrets

/// What a new password has to be.
public enum PasswordPolicy {
    /// Firebase's minimum.
    public static let minimumCharacters = 6
    /// Firebase's maximum; it also bounds what is hashed.
    public static let maximumBytes = 4096

    /// - Throws: ``SignInError`` with `WEAK_PASSWORD` or `MISSING_PASSWORD`.
    public static func check(_ password: Secret<String>) throws {
        let text = password.expose()
        if text.isEmpty { throw SignInError(.missingPassword) }
        if text.count < minimumCharacters {
            throw SignInError(.weakPassword, message: "Password should be at least \(minimumCharacters) characters")
        }
        if text.utf8.count > maximumBytes {
            throw SignInError(.weakPassword, message: "Password should be at most \(maximumBytes) bytes")
        }
    }
}
