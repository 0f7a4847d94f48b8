/// The store cannot do its work at the moment: its disk is full, cannot be written or cannot be read.
///
/// The request is not to blame, and the same request may succeed later. Servers answer it with 503.
public struct StoreTrouble: Error, Sendable, CustomStringConvertible {
    /// What the store reported, for the operator's log; never sent.
    public let cause: String

    /// Clients are asked to wait this long.
    public static let retryAfterSeconds = 30

    public init(cause: String) { self.cause = cause }

    public var description: String { cause }
}
