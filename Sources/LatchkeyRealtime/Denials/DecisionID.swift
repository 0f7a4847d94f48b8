/// The name of a denial, by which whoever was denied can speak of it to the operator. It tells nothing by itself.
public struct DecisionID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// Without letters and digits that look alike.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")
    /// 39 bits: enough to tell the decisions apart that a server remembers.
    private static let length = 8

    static func random(using generator: inout some RandomNumberGenerator) -> DecisionID {
        DecisionID(rawValue: String((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] }))
    }
}
