import Foundation

/// Runs an operation and passes its result to a block, once, on the main actor.
func deliver<Value: Sendable>(
    to block: (@MainActor (NSError?, Value?) -> Void)?, _ operation: @escaping @Sendable () async throws -> Value
) {
    Task {
        let outcome: (NSError?, Value?)
        do { outcome = (nil, try await operation()) } catch { outcome = (FirebaseError.make(error), nil) }
        await block?(outcome.0, outcome.1)
    }
}

/// Runs an operation without a result, and passes its error, or `nil`, to a block on the main actor.
func deliver(to block: (@MainActor (NSError?) -> Void)?, _ operation: @escaping @Sendable () async throws -> Void) {
    Task {
        var failure: NSError?
        do { try await operation() } catch { failure = FirebaseError.make(error) }
        await block?(failure)
    }
}
