import Foundation
import Synchronization

/// Connections that repeat the same request until they are stopped, each on its own thread.
///
/// Real clients run on other machines, so these threads have the lowest priority and yield to the server.
final class RepeatedReaders: Sendable {
    private struct State: Sendable {
        var replies = 0
        var isOver = false
        var failure: String?
    }

    private let state = Mutex(State())

    init(_ count: Int, port: Int, _ request: [UInt8]) {
        for _ in 0..<count {
            Thread.detachNewThread { [self] in
                // On Linux, 0 is the calling thread.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
                do {
                    let connection = try HTTPConnection(port: port)
                    while !state.withLock({ $0.isOver }) {
                        let status = try connection.exchange(request)
                        guard status == 200 else { throw BenchmarkFailure("a reader was refused with status \(status)") }
                        state.withLock { $0.replies += 1 }
                    }
                } catch {
                    state.withLock { $0.failure = $0.failure ?? "\(error)" }
                }
            }
        }
    }

    /// The number of complete responses on all connections.
    var replies: Int { state.withLock { $0.replies } }

    /// Waits for a number of complete responses.
    ///
    /// - Throws: ``BenchmarkFailure`` after a timeout, or if a reader has failed.
    func wait(for replies: Int, seconds: Double) throws {
        let begin = ContinuousClock.now
        while self.replies < replies {
            if let failure = state.withLock({ $0.failure }) { throw BenchmarkFailure(failure) }
            guard begin.duration(to: .now).inSeconds < seconds else { throw BenchmarkFailure("no answer came within \(seconds) s") }
            usleep(1000)
        }
    }

    func stop() {
        state.withLock { $0.isOver = true }
    }
}
