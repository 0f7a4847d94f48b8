import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1

/// Sends HTTP requests to a server under test.
package enum Web {
    /// Exists as long as the tests. It does not wait for a server that is gone.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        // Concurrent calls reach the server concurrently, and on a busy machine they may take long.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
        configuration.timeout.connect = .seconds(60)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    package static func get(_ url: String) async throws -> WebReply {
        try await execute(HTTPClientRequest(url: url))
    }

    package static func post(_ url: String, json: [String: any Sendable]) async throws -> WebReply {
        try await send(.POST, url, json)
    }

    package static func patch(_ url: String, json: [String: any Sendable]) async throws -> WebReply {
        try await send(.PATCH, url, json)
    }

    private static func send(_ method: HTTPMethod, _ url: String, _ json: [String: any Sendable]) async throws -> WebReply {
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: json)))
        return try await execute(request)
    }

    package static func put(_ url: String, _ body: String, headers: [String: String] = [:]) async throws -> WebReply {
        var request = HTTPClientRequest(url: url)
        request.method = .PUT
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(string: body))
        return try await execute(request)
    }

    private static func execute(_ request: HTTPClientRequest) async throws -> WebReply {
        let response = try await client.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 16 * 1_048_576)
        return WebReply(
            status: response.status.code, body: Data(body.readableBytesView), retryAfter: response.headers.first(name: "retry-after"))
    }
}

package struct WebReply: Sendable {
    package let status: UInt
    package let body: Data
    /// The `Retry-After` header.
    package var retryAfter: String?

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// A member of the JSON object in the body.
    package subscript(_ name: String) -> String? {
        (try? JSONSerialization.jsonObject(with: body) as? [String: Any])?[name] as? String
    }
}
