extension AccountID {
    /// The maximum length of a uid in characters, as in Firebase.
    package static let maxCharacters = 128

    /// The rule of ``init(chosen:)``, as the predicate of a sentence that begins with the name of the uid.
    package static let chosenForm =
        "has 1 to \(maxCharacters) characters, none of them a control character, is not “.” or “..”, and does not begin with “console/”"

    /// Creates a uid from a text that a back end, an imported file or a custom token chose.
    ///
    /// - Returns: `nil` if the text is empty, too long, or contains control characters; for `.` and `..`, which browsers remove from
    ///   paths, so that no page could show the account; and for the form that denotes an administrator in the audit log.
    public init?(chosen text: String) {
        guard (1...Self.maxCharacters).contains(text.unicodeScalars.count), !text.unicodeScalars.contains(where: { $0.value < 0x20 }),
            text != ".", text != "..", AuthEvent.administrator(of: text) == nil
        else { return nil }
        self.init(rawValue: text)
    }
}
