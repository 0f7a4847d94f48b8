/// Calls closures on the main actor, one at a time and in order.
final class MainDelivery: Sendable {
    private let continuation: AsyncStream<@MainActor @Sendable () -> Void>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (@MainActor @Sendable () -> Void).self)
        self.continuation = continuation
        Task { @MainActor in
            for await call in stream { call() }
        }
    }

    deinit {
        continuation.finish()
    }

    func send(_ call: @escaping @MainActor @Sendable () -> Void) {
        continuation.yield(call)
    }
}
