#if !canImport(Darwin)
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Fetches keys with AsyncHTTPClient; all instances of a process share its connections.
public struct PlatformKeyTransport: KeyTransport {
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        // A server that is not there is said to be so at once, not after the whole timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private let timeout: Duration

    /// - Parameter timeout: How long a whole exchange may take.
    public init(timeout: Duration = .seconds(10)) {
        self.timeout = timeout
    }

    /// Fetches a document, whatever the status of the reply.
    public func get(_ url: String) async throws -> KeyDocument {
        try await withThrowingTaskGroup(of: KeyDocument.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await exchange(url) }
            // The client's own deadline ends with the head of the reply; a body may drip for as long as it likes.
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
