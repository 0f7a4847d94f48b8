extension AccountID {
    /// The longest uid in characters, as Firebase has it.
    public static let maxCharacters = 128

    /// What ``init(chosen:)`` asks for, as the end of a sentence that begins with what the uid is called.
    public static let chosenForm =
        "has 1 to \(maxCharacters) characters, none of them a control character, is not “.” or “..”, and does not begin with “console/”"

    /// A uid that somebody chose: a back end, an imported file, a custom token.
    ///
    /// - Returns: `nil` for one that no account may have. Besides those that are empty or too long these are `.` and `..`, which browsers
    ///   take out of paths, so that no page would lead to the account; and what stands for an administrator in the record of events.
    public init?(chosen text: String) {
        guard (1...Self.maxCharacters).contains(text.unicodeScalars.count), !text.unicodeScalars.contains(where: { $0.value < 0x20 }),
            text != ".", text != "..", AuthEvent.administrator(of: text) == nil
        else { return nil }
        self.init(rawValue: text)
    }
}
