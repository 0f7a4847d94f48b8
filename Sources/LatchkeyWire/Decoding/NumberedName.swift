/// A value of a Google enumeration. It can be sent as its name, or as a number, which Google's JSON mapping also allows.
public protocol NumberedName: RawRepresentable, Hashable, Sendable, Codable where RawValue == String {
    /// Creates a value from a name, which may be unknown.
    init(rawValue: String)
    /// The names in the order of their numbers.
    static var namesByNumber: [String] { get }
}

extension NumberedName {
    /// Decodes a name or a number.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if let number = Int(text), Self.namesByNumber.indices.contains(number) {
            self.init(rawValue: Self.namesByNumber[number])
        } else {
            self.init(rawValue: text)
        }
    }
}
