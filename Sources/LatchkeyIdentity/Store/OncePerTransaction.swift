import Synchronization

/// A step with effects outside of the store that belongs to a transaction. The closure of a transaction may run more than once; the step
/// runs in its first run, and later runs get the same result.
final class OncePerTransaction<Value: Sendable>: Sendable {
    private let result = Mutex<Value?>(nil)

    /// Runs the step, or returns its earlier result. A step that threw runs again.
    func callAsFunction(_ step: () throws -> Value) rethrows -> Value {
        if let known = result.withLock({ $0 }) { return known }
        let value = try step()
        result.withLock { $0 = value }
        return value
    }
}
