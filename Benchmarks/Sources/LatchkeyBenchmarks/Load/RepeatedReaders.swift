import Foundation
import Synchronization

/// Connections that ask for the same again and again, each on a thread of its own, until they are stopped.
///
/// In earnest they would be on machines of their own, so here their work gives way to the server's.
final class RepeatedReaders: Sendable {
    private struct State: Sendable {
        var answers = 0
        var isOver = false
        var failure: String?
    }

    private let state = Mutex(State())

    init(_ count: Int, port: Int, _ request: [UInt8]) {
        for _ in 0..<count {
            Thread.detachNewThread { [self] in
                // On Linux 0 is the calling thread.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
                do {
                    let connection = try HTTPConnection(port: port)
                    while !state.withLock({ $0.isOver }) {
                        let status = try connection.exchange(request)
                        guard status == 200 else { throw BenchmarkFailure("a reader was refused with status \(status)") }
                        state.withLock { $0.answers += 1 }
                    }
                } catch {
                    state.withLock { $0.failure = $0.failure ?? "\(error)" }
                }
            }
        }
    }

    /// The number of whole answers so far, of all connections together.
    var answers: Int { state.withLock { $0.answers } }

    /// Waits until there are so many.
    ///
    /// - Throws: ``BenchmarkFailure`` when they do not come in time, and for the first reader that failed.
    func wait(for answers: Int, seconds: Double) throws {
        let begin = ContinuousClock.now
        while self.answers < answers {
            if let failure = state.withLock({ $0.failure }) { throw BenchmarkFailure(failure) }
            guard begin.duration(to: .now).inSeconds < seconds else { throw BenchmarkFailure("no answer came within \(seconds) s") }
            usleep(1000)
        }
    }

    func stop() {
        state.withLock { $0.isOver = true }
    }
}
