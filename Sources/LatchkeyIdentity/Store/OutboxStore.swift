public import Foundation

/// Read access to the messages that wait for delivery or were delivered.
public protocol OutboxReading {
    /// Returns the messages of a project, the newest first, including delivered ones.
    func outboxMessages(of project: ProjectID, limit: Int) throws -> [OutboxMessage]
    /// Returns the message with an id.
    func outboxMessage(_ id: String) throws -> OutboxMessage?
    /// Returns the time at which the next message of a channel with a valid code is due. It lies in the past if a message is due already.
    func nextOutboxDelivery(by channel: OutboxMessage.Channel, at now: Date) throws -> Date?
    /// Returns the number of waiting messages of each channel, without channels that have none.
    func waitingMessages() throws -> [OutboxMessage.Channel: Int]
}

/// Write access to the messages that wait for delivery.
public protocol OutboxWriting: OutboxReading {
    /// Inserts a message.
    func insert(_ message: OutboxMessage) throws
    /// Claims due messages of a channel, the one that waited longest first, and counts the attempt.
    ///
    /// The messages stay in the waiting state and are due again at `retryAt`, so that a crash during delivery loses none.
    func claimOutboxMessages(by channel: OutboxMessage.Channel, limit: Int, at now: Date, retryAt: Date) throws -> [OutboxMessage]
    /// Stores the result of a delivery: state, next attempt and last error. Does nothing if the message no longer exists.
    func update(_ message: OutboxMessage) throws
}
