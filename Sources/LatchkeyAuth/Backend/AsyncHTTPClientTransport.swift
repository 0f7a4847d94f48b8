#if os(Linux)
import AsyncHTTPClient
import Foundation
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A transport that sends requests with AsyncHTTPClient. All instances of a process share its connections.
public struct AsyncHTTPClientTransport: AuthTransport {
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
    public init(timeout: Duration = .seconds(30)) {
        self.timeout = timeout
    }

    /// Sends a request and returns the whole response.
    public func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8]) {
        // The deadline of AsyncHTTPClient ends with the response head; without this timer, a body could arrive arbitrarily slowly.
        let isLate = Atomic(false)
        let exchange = Task { try await self.exchange(request, body: body) }
        let deadline = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: TimeAmount(timeout)) {
            isLate.store(true, ordering: .relaxed)
            exchange.cancel()
        }
        defer { deadline.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await exchange.value
            } onCancel: {
                exchange.cancel()
            }
        } catch {
            throw isLate.load(ordering: .relaxed) ? HTTPClientError.deadlineExceeded : error
        }
    }

    private func exchange(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8]) {
        let address = (request.scheme ?? "https") + "://" + (request.authority ?? "") + (request.path ?? "/")
        var outgoing = HTTPClientRequest(url: address)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields { outgoing.headers.add(name: field.name.rawName, value: field.value) }
        if !body.isEmpty { outgoing.body = .bytes(body) }
        let reply = try await Self.client.execute(outgoing, timeout: TimeAmount(timeout))
        let bytes = try await reply.body.collect(upTo: maxReplyBytes)
        var fields = HTTPFields()
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return (HTTPResponse(status: .init(code: Int(reply.status.code)), headerFields: fields), Array(bytes.readableBytesView))
    }
}
#endif
