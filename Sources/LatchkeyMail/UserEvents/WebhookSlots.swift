import Foundation
import Synchronization

/// The running requests to each webhook, and the pauses after failures.
///
/// Scope: one node.
final class WebhookSlots: Sendable {
    private struct State {
        var running: [String: Int] = [:]
        var failures: [String: Int] = [:]
        var pauses: [String: Date] = [:]
        var isStopping = false
    }
    private let state = Mutex(State())

    var isStopping: Bool { state.withLock { $0.isStopping } }
    var isBusy: Bool { state.withLock { !$0.running.isEmpty } }

    func stop() { state.withLock { $0.isStopping = true } }

    func count(_ webhook: String) -> Int { state.withLock { $0.running[webhook, default: 0] } }

    func take(_ webhook: String, _ count: Int) {
        guard count > 0 else { return }
        state.withLock { $0.running[webhook, default: 0] += count }
    }

    /// The time until which no request is sent after a failure.
    func pause(of webhook: String) -> Date? { state.withLock { $0.pauses[webhook] } }

    private static let maxPauseSeconds: Double = 60

    /// Ends a request. After a failure, the webhook gets a pause of one second, which each further failure doubles, so that a long queue does
    /// not become a storm of requests.
    func release(_ webhook: String, isRefused: Bool, at now: Date) {
        state.withLock { state in
            if isRefused {
                let count = min(state.failures[webhook, default: 0] + 1, 10)
                state.failures[webhook] = count
                state.pauses[webhook] = now.addingTimeInterval(min(Self.maxPauseSeconds, pow(2, Double(count - 1))))
            } else {
                (state.failures[webhook], state.pauses[webhook]) = (nil, nil)
            }
            let left = state.running[webhook, default: 1] - 1
            state.running[webhook] = left > 0 ? left : nil
        }
    }
}
