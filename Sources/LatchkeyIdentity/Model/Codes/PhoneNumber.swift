/// A phone number in normalized form: E.164, `+` and at most 15 digits.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// The number in E.164 form, for example `+4930123456`.
    public let text: String

    /// The separators that are accepted between digits.
    private static let separators: Set<Character> = [" ", "-", "(", ")", ".", "/"]
    /// The maximum length of the text to parse, in bytes.
    private static let maxCharacters = 40

    /// Parses and normalizes a phone number.
    ///
    /// - Returns: `nil` unless the text is a `+`, a country code and 7 to 15 digits in all (ITU-T E.164), optionally with spaces, hyphens,
    ///   parentheses, dots or slashes in between.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxCharacters, text.first == "+" else { return nil }
        let digits = text.dropFirst().filter { !Self.separators.contains($0) }
        guard (7...15).contains(digits.utf8.count), digits.first != "0", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.text = "+" + digits
    }

    /// The number in E.164 form.
    public var description: String { text }
}
