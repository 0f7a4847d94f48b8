import ServiceLifecycle

/// A service that runs a function.
struct Part: Service, CustomStringConvertible {
    /// The name in logs.
    let description: String
    let work: @Sendable () async throws -> Void

    func run() async throws {
        try await work()
    }
}
