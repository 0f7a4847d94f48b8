/// The error of a store that is temporarily unavailable: its disk is full, cannot be written or cannot be read, or its server cannot be
/// reached.
///
/// The request is valid and may succeed later. Servers respond with status 503.
public struct StoreTrouble: Error, Sendable, CustomStringConvertible {
    /// The error of the underlying store, for the operator's log; never sent to clients.
    public let cause: String

    /// The time after which clients should retry.
    public static let retryAfterSeconds = 30

    /// Creates an error with the message of the underlying store.
    public init(cause: String) { self.cause = cause }

    /// The same text as ``cause``.
    public var description: String { cause }
}
