import ServiceLifecycle

/// A service that runs a function.
struct Part: Service {
    let work: @Sendable () async throws -> Void

    func run() async throws {
        try await work()
    }
}
