package import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Sends requests over the network, with limits for time and size.
package struct HTTPTransport: ACMETransport {
    private let client: HTTPClient
    private let userAgent: String

    /// The time for a request with its whole response.
    package static let timeout = Duration.seconds(30)
    /// A chain of certificates has a few kilobytes.
    package static let maxBytes = 262_144

    /// - Parameter client: Follows no redirects.
    package init(client: HTTPClient, userAgent: String) {
        (self.client, self.userAgent) = (client, userAgent)
    }

    package func send(_ request: ACMERequest) async throws -> ACMEReply {
        try await withThrowingTaskGroup(of: ACMEReply.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await exchange(request) }
            // The client's own deadline ends with the head of the response.
            group.addTask {
                try await Task.sleep(for: Self.timeout)
                throw ACMEError.unreachable("\(request.url) did not respond within \(Self.timeout.components.seconds) seconds.")
            }
            guard let reply = try await group.next() else { throw CancellationError() }
            return reply
        }
    }

    private func exchange(_ request: ACMERequest) async throws -> ACMEReply {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = HTTPMethod(rawValue: request.method.rawValue)
        // RFC 8555, section 6.1: clients name themselves.
        sent.headers.add(name: "user-agent", value: userAgent)
        if request.method == .post {
            sent.headers.add(name: "content-type", value: SignedRequest.contentType)
            sent.body = .bytes(request.body)
        }
        do {
            let response = try await client.execute(sent, timeout: .seconds(Self.timeout.components.seconds))
            let body = try await response.body.collect(upTo: Self.maxBytes)
            let headers = Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
            return ACMEReply(status: Int(response.status.code), headers: headers, body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw ACMEError.unsupported("The response of \(request.url) has more than \(Self.maxBytes) bytes.")
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ACMEError.unreachable("\(request.url) cannot be reached: \(error)")
        }
    }
}
