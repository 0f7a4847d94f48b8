public import LatchkeySecrets

/// What the Firebase Auth Emulator writes in place of a hash: `fakeHash:salt=SALT:password=PASSWORD`, the password in the clear.
///
/// Exports of the emulator hold such texts and it imports them, so the emulator's mode reads and writes them. Everywhere else such a
/// text is the hash of no password.
public enum InsecureFakeHash {
    private static let saltBeginning = "fakeSalt"
    private static let saltCharacters = 20

    public static func hash(_ password: Secret<String>, random: RandomTokens) -> PasswordHash {
        let salt = saltBeginning + random.text(length: saltCharacters, from: AccountID.alphabet)
        return PasswordHash(
            hash: Array(beginning(salt).utf8) + Array(password.expose().utf8), salt: Array(salt.utf8), parameters: .firebase)
    }

    /// - Returns: `nil` for a hash that is none of this kind.
    static func matches(_ password: Secret<String>, _ stored: PasswordHash) -> Bool? {
        guard let text = text(of: stored) else { return nil }
        return Array(text.utf8).equalsInConstantTime(Array((beginning(saltText(of: stored)) + password.expose()).utf8))
    }

    /// The text of a hash of this kind; `nil` for another.
    public static func text(of stored: PasswordHash) -> String? {
        let text = String(decoding: stored.hash, as: UTF8.self)
        return text.hasPrefix("fakeHash:") ? text : nil
    }

    public static func saltText(of stored: PasswordHash) -> String { String(decoding: stored.salt, as: UTF8.self) }

    /// Takes the text of an import; `nil` for another text.
    public static func parse(_ text: String, salt: String?) -> PasswordHash? {
        let prefix = "fakeHash:salt="
        guard text.hasPrefix(prefix), let mark = text.firstRange(of: ":password=") else { return nil }
        let within = String(text[text.index(text.startIndex, offsetBy: prefix.count)..<mark.lowerBound])
        guard salt == nil || salt == within else { return nil }
        return PasswordHash(hash: Array(text.utf8), salt: Array(within.utf8), parameters: .firebase)
    }

    private static func beginning(_ salt: String) -> String { "fakeHash:salt=\(salt):password=" }
}
