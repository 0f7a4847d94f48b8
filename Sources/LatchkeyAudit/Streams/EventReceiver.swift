public import LatchkeyIdentity

/// The receiver of a stream of the audit log.
public protocol EventReceiver: Sendable {
    /// The stream, which names the stored position.
    var stream: EventStream { get }
    /// Where the entries go, for messages. Without user names, passwords and parameters.
    var place: String { get }
    /// The maximum number of entries in one delivery.
    var maxEntries: Int { get }
    /// Delivers entries in their order.
    ///
    /// It returns when the receiver has them all. If it throws, the same entries are delivered again later.
    func deliver(_ entries: [StreamedEvent]) async throws
}

/// The reason why entries were not delivered, as a sentence for the operator.
public struct EventDeliveryError: Error, Equatable, CustomStringConvertible {
    /// The reason.
    public let description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}
