#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public protocol OutboxReading {
    /// Newest first, delivered ones included.
    func outboxMessages(of project: ProjectID, limit: Int) throws -> [OutboxMessage]
    func outboxMessage(_ id: String) throws -> OutboxMessage?
    /// When the next message of a channel comes due whose code has not ended; in the past when one is due already.
    func nextOutboxDelivery(by channel: OutboxMessage.Channel, at now: Date) throws -> Date?
}

public protocol OutboxWriting: OutboxReading {
    func insert(_ message: OutboxMessage) throws
    /// Takes messages of a channel that are due, the one that waited longest first, and counts the attempt.
    ///
    /// They stay waiting and come due again at `retryAt`, so that a deliverer that dies loses none.
    func claimOutboxMessages(by channel: OutboxMessage.Channel, limit: Int, at now: Date, retryAt: Date) throws -> [OutboxMessage]
    /// Writes down how a delivery ended: state, next attempt and last error; nothing happens when the message is gone.
    func update(_ message: OutboxMessage) throws
}
