/// The code at the beginning of an error message, for example `EMAIL_EXISTS`.
///
/// The set of codes is open: unknown codes of newer servers are preserved.
public struct WireErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The code on the wire.
    public let rawValue: String

    /// Creates a code from its text, which may be unknown.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The code on the wire.
    public var description: String { rawValue }
}
