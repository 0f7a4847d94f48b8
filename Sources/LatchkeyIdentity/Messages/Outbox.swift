package import Foundation
public import LatchkeySecrets
import LatchkeyTracing

/// Adds messages to the store's outbox, and opens them for delivery by another component.
public struct Outbox: Sendable {
    let sealer: Sealer
    let random: RandomTokens

    /// Creates an outbox whose messages are sealed with the server's master key.
    public init(sealer: Sealer, random: RandomTokens = .system) {
        self.sealer = sealer
        self.random = random
    }

    /// Adds a message, in the transaction that creates its code.
    ///
    /// - Parameter expiresAt: The time at which the code and the message expire.
    /// - Returns: The message's id.
    @discardableResult
    package func enqueue(
        _ kind: OutboxMessage.Kind, by channel: OutboxMessage.Channel, to recipient: String, _ content: MessageContent, in realm: Realm,
        at now: Date, expiresAt: Date, transaction: any StoreWriting
    ) throws -> String {
        // Unlike Base64URL, the id never starts with a hyphen, because operators type it after a command.
        let id = random.text(length: 22, from: AccountID.alphabet)
        let sealed = try sealer.seal(
            JSONEncoder().encode(OpenedMessage(content: content, origin: ActiveSpan.current?.context)),
            for: OutboxMessage.sealingContext(project: realm.project, id: id))
        try transaction.insert(
            OutboxMessage(
                id: id, realm: realm, channel: channel, kind: kind, recipient: recipient, sealedContent: sealed, createdAt: now,
                expiresAt: expiresAt))
        return id
    }

    /// Opens a message.
    ///
    /// - Throws: ``SealingError`` if the message was not sealed by this server.
    package func content(of message: OutboxMessage) throws -> MessageContent { try open(message).content }

    /// Opens a message, with the position in the trace of the request that wrote it.
    ///
    /// - Throws: ``SealingError`` if the message was not sealed by this server.
    package func open(_ message: OutboxMessage) throws -> OpenedMessage {
        let clear = try sealer.open(
            message.sealedContent, for: OutboxMessage.sealingContext(project: message.realm.project, id: message.id))
        guard let opened = try? JSONDecoder().decode(OpenedMessage.self, from: Data(clear.expose())) else {
            throw SealingError.malformed
        }
        return opened
    }
}
