import LatchkeySQL
import Synchronization

/// Shows the progress of the move of a store, one bar for each step.
final class MoveProgress: Sendable {
    private struct State {
        var total: Int?
        var step: StoreMove.Step?
        var bar: MovingProgress?
        var rows = 0

        mutating func finish() {
            bar?.finish(count: rows, done: rows)
            (bar, rows) = (nil, 0)
        }
    }

    private let state = Mutex(State())

    /// Sets the number of rows of each step.
    func expect(_ total: Int) { state.withLock { $0.total = total } }

    func show(_ step: StoreMove.Step, rows: Int) {
        state.withLock { state in
            // Both alternate, and have one total.
            let step = step == .resuming ? .copying : step
            if state.step != step {
                state.finish()
                state.step = step
                state.bar = MovingProgress(step == .copying ? "copied" : "compared", total: state.total, unit: "rows")
            }
            state.rows += rows
            state.bar?.show(count: state.rows, done: state.rows)
        }
    }

    func finish() { state.withLock { $0.finish() } }
}
