/// Runs an operation and hands its outcome to a completion on the main actor, where Firebase calls its completions.
///
/// Whatever the operation captures stays alive until then.
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

/// The same for an operation that gives nothing but its success.
func deliver(
    to completion: (@MainActor ((any Error)?) -> Void)?, _ operation: @escaping @Sendable () async throws -> Void
) {
    Task {
        var failure: (any Error)?
        do { try await operation() } catch { failure = error }
        await completion?(failure)
    }
}
