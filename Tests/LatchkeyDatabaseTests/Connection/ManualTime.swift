import Synchronization

@testable import LatchkeyDatabase

/// A clock that a test moves.
final class ManualTime: Sendable {
    private struct Sleeper {
        let duration: Duration
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Duration.zero
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var canceled: Set<Int> = []
        var waiting: [(duration: Duration, continuation: AsyncStream<Void>.Continuation)] = []
    }

    private let state = Mutex(State())

    var time: ConnectionTime {
        ConnectionTime(
            milliseconds: { self.milliseconds }, uptime: { self.state.withLock { $0.now } }, sleep: { try await self.sleep($0) })
    }

    private var milliseconds: Double {
        let (seconds, attoseconds) = state.withLock { $0.now.components }
        return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCanceled, woken): (Bool, [AsyncStream<Void>.Continuation]) = state.withLock { state in
                    if state.canceled.remove(id) != nil { return (true, []) }
                    state.sleepers[id] = Sleeper(duration: duration, end: state.now + duration, continuation: continuation)
                    let woken = state.waiting.filter { $0.duration == duration }.map(\.continuation)
                    state.waiting.removeAll { $0.duration == duration }
                    return (false, woken)
                }
                if isCanceled { continuation.resume(throwing: CancellationError()) }
                for continuation in woken { continuation.yield() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.canceled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until a task sleeps for that duration.
    func asleep(for duration: Duration) async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if state.sleepers.values.contains(where: { $0.duration == duration }) {
                continuation.yield()
            } else {
                state.waiting.append((duration, continuation))
            }
        }
        _ = await signals.first { true }
    }

    /// Advances the time and wakes the tasks whose sleep has ended, earliest first.
    func pass(_ duration: Duration) {
        let woken = state.withLock { state in
            state.now += duration
            let now = state.now
            let due = state.sleepers.filter { $0.value.end <= now }.sorted { $0.value.end < $1.value.end }
            for (id, _) in due { state.sleepers[id] = nil }
            return due.map(\.value.continuation)
        }
        for continuation in woken { continuation.resume() }
    }
}
