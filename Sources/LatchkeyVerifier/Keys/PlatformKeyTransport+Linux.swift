#if !canImport(Darwin)
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A transport that fetches keys with AsyncHTTPClient. All instances of a process share its connections.
public struct PlatformKeyTransport: KeyTransport {
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        // Reports an unreachable server immediately instead of after the timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private let timeout: Duration

    /// Creates a transport.
    ///
    /// - Parameter timeout: The time limit of a request, including the response body.
    public init(timeout: Duration = .seconds(10)) {
        self.timeout = timeout
    }

    /// Fetches a document and returns it with any status.
    public func get(_ url: String) async throws -> KeyDocument {
        try await withThrowingTaskGroup(of: KeyDocument.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await exchange(url) }
            // The deadline of AsyncHTTPClient ends with the response head; without this timeout, a body could arrive arbitrarily slowly.
            group.addTask {
                try await Task.sleep(for: timeout)
                throw HTTPClientError.deadlineExceeded
            }
            guard let reply = try await group.next() else { throw CancellationError() }
            return reply
        }
    }

    private func exchange(_ url: String) async throws -> KeyDocument {
        var request = HTTPClientRequest(url: url)
        request.headers.add(name: "accept", value: "application/json")
        let reply = try await Self.client.execute(request, timeout: TimeAmount(timeout))
        let bytes = try await reply.body.collect(upTo: KeyDocument.maxBytes)
        return KeyDocument(
            status: Int(reply.status.code), cacheControl: reply.headers["cache-control"].joined(separator: ","),
            ageSeconds: reply.headers.first(name: "age").flatMap { Int($0) }, body: Array(bytes.readableBytesView))
    }
}
#endif
