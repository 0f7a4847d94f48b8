import LatchkeyWeb
import NIOCore
import Synchronization

/// Delivers events to the clients of one event loop, some at a time.
///
/// An event loop runs all its queued tasks before it serves its connections again. A thousand deliveries would delay every request,
/// including the next write. Clients that are served later receive all events up to then in one delivery.
final class DeliveryRound: Sendable {
    typealias Delivery = @Sendable () -> Void

    private struct State {
        var waiting: [Delivery] = []
        var isUnderWay = false
    }

    private let state = Mutex(State())
    private let delivered = Atomic(0)
    let eventLoop: any EventLoop
    /// Runs tasks on the event loop.
    let executor: EventLoopExecutor

    /// The number of deliveries before a pause, which take about a millisecond.
    private static let turn = 64
    /// Long enough for the event loop to serve its connections.
    private static let pause = TimeAmount.microseconds(20)

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        executor = EventLoopExecutor(eventLoop)
    }

    var deliveredCount: Int { delivered.load(ordering: .relaxed) }

    func add(_ delivery: @escaping Delivery) {
        let begins = state.withLock { state in
            state.waiting.append(delivery)
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        if begins { eventLoop.execute { self.deliver() } }
    }

    private func deliver() {
        let turn = state.withLock { state in
            defer { state.waiting.removeFirst(min(Self.turn, state.waiting.count)) }
            return state.waiting.prefix(Self.turn)
        }
        for delivery in turn { delivery() }
        delivered.add(turn.count, ordering: .relaxed)
        let goesOn = state.withLock { state in
            state.isUnderWay = !state.waiting.isEmpty
            return state.isUnderWay
        }
        if goesOn { eventLoop.scheduleTask(in: Self.pause) { self.deliver() } }
    }
}

/// The delivery rounds of all event loops.
final class DeliveryRounds: Sendable {
    private let rounds = Mutex<[ObjectIdentifier: DeliveryRound]>([:])

    /// The number of deliveries so far.
    var deliveredCount: Int { rounds.withLock { $0.values.reduce(0) { $0 + $1.deliveredCount } } }

    func round(of eventLoop: any EventLoop) -> DeliveryRound {
        rounds.withLock { rounds in
            if let round = rounds[ObjectIdentifier(eventLoop)] { return round }
            let round = DeliveryRound(eventLoop)
            rounds[ObjectIdentifier(eventLoop)] = round
            return round
        }
    }
}
