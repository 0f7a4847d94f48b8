/// Runs an operation and passes its result to a completion handler on the main actor, as Firebase does.
///
/// Everything that the operation captures is retained until then.
func deliver<Value: Sendable>(
    to completion: (@MainActor (Value?, (any Error)?) -> Void)?,
    _ operation: @escaping @Sendable () async throws -> Value
) {
    Task {
        let outcome: (Value?, (any Error)?)
        do { outcome = (try await operation(), nil) } catch { outcome = (nil, error) }
        await completion?(outcome.0, outcome.1)
    }
}

/// Runs an operation without a result, and passes its error, or `nil`, to a completion handler on the main actor.
func deliver(
    to completion: (@MainActor ((any Error)?) -> Void)?, _ operation: @escaping @Sendable () async throws -> Void
) {
    Task {
        var failure: (any Error)?
        do { try await operation() } catch { failure = error }
        await completion?(failure)
    }
}
