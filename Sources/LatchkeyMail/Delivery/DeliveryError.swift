/// An error that describes why a message was not delivered.
public struct DeliveryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Whether the message will never be accepted. Otherwise, the delivery is retried.
    public let isPermanent: Bool
    /// The cause, usually the reply of the server: one line for operators.
    public let detail: String

    /// The maximum length of `detail` in characters. Longer texts are cut off.
    public static let maxDetailCharacters = 500

    private init(isPermanent: Bool, detail: String) {
        self.isPermanent = isPermanent
        // Part of the text comes from another server.
        let line = detail.unicodeScalars.map { $0.steersMail ? " " : String($0) }.joined()
        self.detail = String(line.prefix(Self.maxDetailCharacters))
    }

    /// Creates an error that ends the delivery of the message.
    public static func permanent(_ detail: String) -> DeliveryError { DeliveryError(isPermanent: true, detail: detail) }
    /// Creates an error after which the delivery is retried.
    public static func temporary(_ detail: String) -> DeliveryError { DeliveryError(isPermanent: false, detail: detail) }

    /// The same text as `detail`.
    public var description: String { detail }
}
