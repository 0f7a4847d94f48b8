/// The ID of a denial, which users can quote to the operator. It contains no information about the denial.
public struct DecisionID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The text of the ID.
    public let rawValue: String

    /// Creates an ID from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The text of the ID.
    public var description: String { rawValue }

    /// Lowercase letters and digits, without characters that look alike.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")
    /// 39 bits, which is enough to keep the IDs of the recorded denials distinct.
    private static let length = 8

    static func random(using generator: inout some RandomNumberGenerator) -> DecisionID {
        DecisionID(rawValue: String((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] }))
    }
}
