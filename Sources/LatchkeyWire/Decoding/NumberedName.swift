/// A value of one of Google's enumerations: its name, or the number in its place that Google's JSON mapping allows too.
public protocol NumberedName: RawRepresentable, Hashable, Sendable, Codable where RawValue == String {
    /// Takes a name, known or not.
    init(rawValue: String)
    /// The names that numbers stand for, in their order.
    static var namesByNumber: [String] { get }
}

extension NumberedName {
    /// Reads a name or a number.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if let number = Int(text), Self.namesByNumber.indices.contains(number) {
            self.init(rawValue: Self.namesByNumber[number])
        } else {
            self.init(rawValue: text)
        }
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
