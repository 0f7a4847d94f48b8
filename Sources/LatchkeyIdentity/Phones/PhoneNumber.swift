/// A telephone number in the one form that is stored and compared: E.164, `+` and at most 15 digits.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// What people put between the digits.
    private static let separators: Set<Character> = [" ", "-", "(", ")", ".", "/"]
    /// A longer text is no number, whatever it holds.
    private static let maxCharacters = 40

    /// - Returns: `nil` unless the text is a `+`, a country code and 7 to 15 digits in all (ITU-T E.164), with blanks, hyphens,
    ///   brackets, dots or slashes between them.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxCharacters, text.first == "+" else { return nil }
        let digits = text.dropFirst().filter { !Self.separators.contains($0) }
        guard (7...15).contains(digits.utf8.count), digits.first != "0", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.text = "+" + digits
    }

    public var description: String { text }
}
