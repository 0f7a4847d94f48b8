import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyTestSupport
import Logging
import Synchronization

@testable import LatchkeyMail

/// A store with one project, a clock that a test moves, and a scripted transport.
struct TestOutbox: Sendable {
    let store: any AccountStore
    let outbox: Outbox
    let clock: ManualClock
    let transport = ScriptedTransport()

    init(clock: ManualClock = ManualClock()) async throws {
        store = try SQLiteStore.inMemory()
        outbox = Outbox(sealer: Sealer(masterKey: SymmetricKey(size: .bits256)))
        self.clock = clock
        try await store.write { try $0.insert(Project.sample(displayName: "Bücher & Co")) }
    }

    /// Exact retry times: no jitter, and three attempts.
    var pace: OutboxWorker.Pace {
        var pace = OutboxWorker.Pace()
        pace.retries = RetrySchedule(firstDelaySeconds: 10, maxDelaySeconds: 900, maxAttempts: 3, jitter: 0)
        return pace
    }

    func worker(
        pace: OutboxWorker.Pace? = nil, now: WallClock? = nil,
        pause: @escaping @Sendable (Double) async throws -> Void = { _ in try await Task.sleep(for: .seconds(3600)) }
    ) -> OutboxWorker {
        OutboxWorker(
            store: store, outbox: outbox, transports: MessageTransports([.email: transport]), pace: pace ?? self.pace,
            now: now ?? clock.now,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), pause: pause)
    }

    @discardableResult
    func enqueue(
        to recipient: String = "ada@example.org", by channel: OutboxMessage.Channel = .email, lifeSeconds: Double = 3600,
        language: String? = nil, outbox: Outbox? = nil
    ) async throws -> String {
        let now = clock.now()
        let box = outbox ?? self.outbox
        return try await store.write { transaction in
            try box.enqueue(
                .passwordReset, by: channel, to: recipient,
                MessageContent(language: language, link: "https://auth.example.org/a?b=1&c=2", displayName: "Ada"), in: .sample,
                at: now, expiresAt: now.addingTimeInterval(lifeSeconds), transaction: transaction)
        }
    }

    func message(_ id: String) async throws -> OutboxMessage? { try await store.read { try $0.outboxMessage(id) } }
}

/// Records what it delivered. A recipient may have a list of results; without one, every message is accepted.
final class ScriptedTransport: MessageTransport {
    enum Reply: Sendable {
        case taken
        case later
        case never
        /// Waits until the gate opens or the delivery is canceled.
        case waits(Gate)
    }

    private let replies = Mutex<[String: [Reply]]>([:])
    private let carried = Mutex<[WrittenMessage]>([])
    private let (arrivals, arrived) = AsyncStream.makeStream(of: String.self)

    var delivered: [WrittenMessage] { carried.withLock { $0 } }

    /// Recipients, at the beginning of each attempt.
    var attempts: AsyncStream<String> { arrivals }

    func respond(_ recipient: String, _ list: Reply...) { replies.withLock { $0[recipient] = list } }

    func deliver(_ message: WrittenMessage) async throws {
        arrived.yield(message.recipient)
        let reply = replies.withLock { replies -> Reply in
            guard let first = replies[message.recipient]?.first else { return .taken }
            replies[message.recipient]?.removeFirst()
            return first
        }
        switch reply {
        case .taken: break
        case .later: throw DeliveryError.temporary("451 later")
        case .never: throw DeliveryError.permanent("550 never")
        case .waits(let gate): try await gate.wait()
        }
        carried.withLock { $0.append(message) }
    }
}

/// Closed until it is opened.
final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

    func open() { continuation.yield() }

    func wait() async throws {
        for await _ in stream { return }
        throw CancellationError()
    }
}
