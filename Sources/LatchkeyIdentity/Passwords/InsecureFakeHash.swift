package import LatchkeySecrets

/// The text that the Firebase Auth Emulator stores instead of a hash: `fakeHash:salt=SALT:password=PASSWORD`, with a clear-text password.
///
/// The emulator exports and imports such texts, so the emulator mode reads and writes them. In other modes no password matches such a
/// text.
package enum InsecureFakeHash {
    private static let saltBeginning = "fakeSalt"
    private static let saltCharacters = 20

    package static func hash(_ password: Secret<String>, salt: String? = nil, random: RandomTokens) -> PasswordHash {
        let salt = salt ?? saltBeginning + random.text(length: saltCharacters, from: AccountID.alphabet)
        return PasswordHash(
            hash: Array(beginning(salt).utf8) + Array(password.expose().utf8), salt: Array(salt.utf8), parameters: .firebase)
    }

    /// Whether a password matches a fake hash.
    ///
    /// - Returns: `nil` if the hash is not a fake one.
    static func matches(_ password: Secret<String>, _ stored: PasswordHash) -> Bool? {
        guard let text = text(of: stored) else { return nil }
        return Array(text.utf8).equalsInConstantTime(Array((beginning(saltText(of: stored)) + password.expose()).utf8))
    }

    /// Returns the text of a fake hash; `nil` for another hash.
    package static func text(of stored: PasswordHash) -> String? {
        let text = String(decoding: stored.hash, as: UTF8.self)
        return text.hasPrefix("fakeHash:") ? text : nil
    }

    package static func saltText(of stored: PasswordHash) -> String { String(decoding: stored.salt, as: UTF8.self) }

    /// Parses the text of an import; `nil` if it is not a fake hash.
    package static func parse(_ text: String, salt: String?) -> PasswordHash? {
        let prefix = "fakeHash:salt="
        guard text.hasPrefix(prefix), let mark = text.firstRange(of: ":password=") else { return nil }
        let within = String(text[text.index(text.startIndex, offsetBy: prefix.count)..<mark.lowerBound])
        guard salt == nil || salt == within else { return nil }
        return PasswordHash(hash: Array(text.utf8), salt: Array(within.utf8), parameters: .firebase)
    }

    private static func beginning(_ salt: String) -> String { "fakeHash:salt=\(salt):password=" }
}
