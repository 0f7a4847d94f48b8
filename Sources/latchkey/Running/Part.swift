import ServiceLifecycle

/// A part of the server that is no more than a function.
struct Part: Service {
    let work: @Sendable () async throws -> Void

    func run() async throws {
        try await work()
    }
}
