public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Puts messages into the store and opens them again; somebody else delivers.
public struct Outbox: Sendable {
    let sealer: Sealer
    let random: RandomTokens

    public init(sealer: Sealer, random: RandomTokens = .system) {
        self.sealer = sealer
        self.random = random
    }

    /// Adds a message in the transaction that makes its code.
    ///
    /// - Parameter expiresAt: When the code ends, and the message with it.
    /// - Returns: The message's id.
    @discardableResult
    public func enqueue(
        _ kind: OutboxMessage.Kind, by channel: OutboxMessage.Channel, to recipient: String, _ content: MessageContent, in realm: Realm,
        at now: Date, expiresAt: Date, transaction: any StoreWriting
    ) throws -> String {
        // No hyphen comes first, as in Base64: people type it after a command.
        let id = random.text(length: 22, from: AccountID.alphabet)
        let sealed = try sealer.seal(
            JSONEncoder().encode(content), for: OutboxMessage.sealingContext(project: realm.project, id: id))
        try transaction.insert(
            OutboxMessage(
                id: id, realm: realm, channel: channel, kind: kind, recipient: recipient, sealedContent: sealed, createdAt: now,
                expiresAt: expiresAt))
        return id
    }

    /// - Throws: ``SealingError`` when the message was not sealed here.
    public func content(of message: OutboxMessage) throws -> MessageContent {
        let clear = try sealer.open(
            message.sealedContent, for: OutboxMessage.sealingContext(project: message.realm.project, id: message.id))
        guard let content = try? JSONDecoder().decode(MessageContent.self, from: Data(clear.expose())) else {
            throw SealingError.malformed
        }
        return content
    }
}
