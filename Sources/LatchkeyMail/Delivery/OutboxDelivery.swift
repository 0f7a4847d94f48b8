import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTracing
import Logging

/// The attempt to deliver one message, and the record of its result in the store.
struct OutboxDelivery: Sendable {
    let store: any AccountStore
    let outbox: Outbox
    let transports: MessageTransports
    let retries: RetrySchedule
    let now: WallClock
    let random: RandomTokens
    let logger: Logger
    /// Records a trace of each attempt; `nil` without tracing.
    var tracer: Tracer?

    private let writer = MessageWriter()

    /// The channels that have a transport.
    var channels: [OutboxMessage.Channel] { transports.channels }

    /// Delivers a message and stores the result.
    ///
    /// - Parameter message: A message that was just claimed. Its `attempts` includes this attempt.
    func attempt(_ message: OutboxMessage) async {
        let opened = Result { try outbox.open(message) }
        guard let tracer else { return await deliver(message, opened) }
        // Continues the trace of the request that wrote the message, and its decision about the sample.
        await tracer.root("message delivery", .internal, parent: (try? opened.get())?.origin).run { span in
            span?.set(.messageKind, .text(message.kind.rawValue))
            span?.set(.messageChannel, .text(message.channel.rawValue))
            span?.set(.messageAttempt, .integer(message.attempts))
            await deliver(message, opened)
        }
    }

    private func deliver(_ message: OutboxMessage, _ opened: Result<OpenedMessage, any Error>) async {
        do {
            try await send(message, opened)
            await note(message, .sent, error: nil)
            logger.info("message sent", metadata: metadata(of: message))
        } catch is CancellationError {
            // The server is stopping. The message is due at once, so that the next process does not wait for the claim to expire.
            await note(message, .waiting, nextAttemptAt: now(), error: "The server stopped before it was sent.")
        } catch let error as DeliveryError {
            await failed(message, error)
        } catch {
            await failed(message, .temporary("\(error)"))
        }
    }

    private func send(_ message: OutboxMessage, _ opened: Result<OpenedMessage, any Error>) async throws {
        guard let transport = transports.transport(of: message.channel) else {
            throw DeliveryError.temporary("Its channel has no transport.")
        }
        let content: MessageContent
        do {
            content = try opened.get().content
        } catch {
            throw DeliveryError.permanent("It cannot be decrypted: it was sealed with another master key, or changed.")
        }
        let choices = try await store.read { try MessageWriter.Choices(of: message.realm.project, in: $0) }
        let written = try writer.write(message, content, choices)
        // Reads the clock again, because time has passed since the message was claimed.
        guard message.expiresAt > now() else { throw DeliveryError.permanent("Its code expired before it was sent.") }
        do {
            try await transport.deliver(written)
        } catch  where Task.isCancelled {
            throw CancellationError()
        }
    }

    private func failed(_ message: OutboxMessage, _ error: DeliveryError) async {
        ActiveSpan.current?.set(.errorType, .text(error.isPermanent ? "permanent" : "temporary"))
        ActiveSpan.current?.fail()
        let delay = error.isPermanent ? nil : retries.delaySeconds(afterAttempt: message.attempts, random: random)
        let next = delay.map { now().addingTimeInterval($0) }
        var metadata = metadata(of: message)
        metadata["cause"] = "\(error.detail)"
        if let next, next < message.expiresAt {
            await note(message, .waiting, nextAttemptAt: next, error: error.detail)
            logger.warning("message not sent, will be retried", metadata: metadata)
        } else {
            let reason =
                error.isPermanent
                ? error.detail
                : next == nil
                    ? "Given up after \(message.attempts) attempts. \(error.detail)"
                    : "Given up: its code expires before the next attempt. \(error.detail)"
            await note(message, .failed, error: reason)
            logger.error("message given up", metadata: metadata)
        }
    }

    private func note(_ message: OutboxMessage, _ state: OutboxMessage.State, nextAttemptAt: Date? = nil, error: String?) async {
        var message = message
        message.state = state
        message.nextAttemptAt = (nextAttemptAt ?? message.nextAttemptAt).inWholeMilliseconds
        message.lastError = error
        let noted = message
        do {
            try await store.write { try $0.update(noted) }
        } catch {
            // The message comes due again when its claim expires.
            logger.error("the state of a message cannot be saved", metadata: ["message": "\(noted.id)", "cause": "\(error)"])
        }
    }

    /// The metadata of log lines. It does not contain the recipient.
    private func metadata(of message: OutboxMessage) -> Logger.Metadata {
        [
            "message": "\(message.id)", "project": "\(message.realm.project)", "kind": "\(message.kind.rawValue)",
            "channel": "\(message.channel.rawValue)", "attempt": "\(message.attempts)",
        ]
    }
}
