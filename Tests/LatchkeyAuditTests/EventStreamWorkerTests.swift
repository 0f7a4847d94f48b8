import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeySQLite
import LatchkeyTestSupport
import Logging
import Synchronization
import Testing

@testable import LatchkeyAudit

@Suite struct EventStreamWorkerTests {
    /// A receiver that refuses deliveries as told.
    private final class Receiver: EventReceiver {
        struct State {
            var refusals = 0
            var attempts: [[Int64]] = []
            var received: [StreamedEvent] = []
        }
        let stream = EventStream.webhook
        let place = "test"
        let maxEntries = 2
        let state = Mutex(State())

        func deliver(_ entries: [StreamedEvent]) async throws {
            try state.withLock { state in
                state.attempts.append(entries.map(\.sequence))
                if state.refusals > 0 {
                    state.refusals -= 1
                    throw EventDeliveryError("refused")
                }
                state.received += entries
            }
        }

        var sequences: [Int64] { state.withLock { $0.received.map(\.sequence) } }
    }

    private let store: SQLiteStore
    private let receiver = Receiver()

    init() throws {
        store = try SQLiteStore.inMemory()
    }

    private var worker: EventStreamWorker {
        EventStreamWorker(
            record: store, receiver: receiver, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), pause: { _ in })
    }

    private func record(_ count: Int) async throws {
        try await store.write { transaction in
            if try transaction.project(.sample) == nil { try transaction.insert(Project.sample()) }
            for number in 0..<count {
                try transaction.append(
                    AuthEvent(
                        at: ManualClock.start.addingTimeInterval(Double(number)), realm: .sample, kind: .signIn, outcome: .allowed))
            }
        }
    }

    @Test func aRefusedDeliveryIsRepeatedBeforeLaterOnes() async throws {
        try await record(5)
        receiver.state.withLock { $0.refusals = 1 }
        let worker = worker
        await #expect(throws: EventDeliveryError.self) { try await worker.deliverNext() }
        #expect(try await store.position(of: .webhook) == 0, "only what was delivered is behind the position")
        while try await worker.deliverNext() {}
        #expect(receiver.state.withLock { $0.attempts } == [[1, 2], [1, 2], [3, 4], [5]])
        #expect(receiver.sequences == [1, 2, 3, 4, 5])
        let status = try await worker.status()
        #expect(status.delivered == 5 && status.waiting == 0 && status.oldestWaitingAt == nil && status.problem == nil)
    }

    @Test func aNewWorkerContinuesAfterTheLastDelivery() async throws {
        try await record(2)
        while try await worker.deliverNext() {}
        try await record(1)
        while try await worker.deliverNext() {}
        #expect(receiver.sequences == [1, 2, 3])
    }

    @Test func eventsThatWereDeletedMeanwhileAreReported() async throws {
        try await record(5)
        #expect(try await store.write { try $0.deleteEvents(of: .sample, before: ManualClock.start.addingTimeInterval(3), limit: 9) } == 3)
        let status = try await worker.status()
        #expect(status.waiting == 5 && status.oldestWaitingAt == ManualClock.start.addingTimeInterval(3))
        while try await worker.deliverNext() {}
        #expect(receiver.state.withLock { $0.received.first } == .removed(1...3))
        #expect(receiver.sequences == [3, 4, 5])
    }

    @Test func theServiceRetriesByItselfAndStops() async throws {
        try await record(3)
        receiver.state.withLock { $0.refusals = 4 }
        let worker = worker
        let task = Task { try await worker.run() }
        while receiver.sequences != [1, 2, 3] { await Task.yield() }
        try await record(1)
        while receiver.sequences != [1, 2, 3, 4] { await Task.yield() }
        task.cancel()
        try await task.value
    }

    @Test func delaysDoubleUpToTheLimit() {
        let pace = EventStreamWorker.Pace()
        #expect([1, 2, 3, 6, 7, 100].map { pace.delay(afterFailures: $0) } == [1, 2, 4, 32, 60, 60])
    }
}
