import Foundation
import Synchronization

/// Shows the progress of a backup or a restore on a terminal, one line for each step, and nothing otherwise.
final class StepProgress: Sendable {
    private let state = Mutex(State())

    private struct State {
        var step: BackupStep?
        var progress: MovingProgress?
        var done = 0
    }

    private static let isShown = isatty(STDERR_FILENO) == 1
    private static let mebibyte = 1_048_576

    func show(_ step: BackupStep, done: Int) {
        guard Self.isShown else { return }
        state.withLock { state in
            if state.step != step {
                Self.end(&state)
                state = State(step: step, progress: MovingProgress(step.rawValue, total: nil, unit: "MiB"))
            }
            state.done = done
            state.progress?.show(count: done / Self.mebibyte, done: done)
        }
    }

    /// Ends the line of the last step.
    func finish() {
        state.withLock { Self.end(&$0) }
    }

    private static func end(_ state: inout State) {
        state.progress?.finish(count: state.done / mebibyte, done: state.done)
        state = State()
    }
}
