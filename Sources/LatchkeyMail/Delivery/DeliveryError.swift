/// Why a message did not leave.
public struct DeliveryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Whether the same message will never be accepted; otherwise it is worth another try.
    public let isPermanent: Bool
    /// What the other side said, or did not: one line for operators.
    public let detail: String

    /// Characters of `detail` that are kept.
    public static let maxDetailCharacters = 500

    private init(isPermanent: Bool, detail: String) {
        self.isPermanent = isPermanent
        // Part of it comes from elsewhere.
        let line = detail.unicodeScalars.map { $0.steersMail ? " " : String($0) }.joined()
        self.detail = String(line.prefix(Self.maxDetailCharacters))
    }

    public static func permanent(_ detail: String) -> DeliveryError { DeliveryError(isPermanent: true, detail: detail) }
    public static func temporary(_ detail: String) -> DeliveryError { DeliveryError(isPermanent: false, detail: detail) }

    public var description: String { detail }
}
