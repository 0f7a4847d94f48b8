/// The word in front of an error message, for example `EMAIL_EXISTS`.
///
/// The vocabulary is open: an unknown word from a newer server survives.
public struct WireErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The word on the wire.
    public let rawValue: String

    /// Takes a word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The word on the wire.
    public var description: String { rawValue }
}
