public import AsyncHTTPClient
import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOPosix
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Passes requests on to another node.
public struct NodePassage: Sendable {
    private let client: HTTPClient
    let name: String
    /// Proves to other nodes that requests of administrators come from a node.
    public let seal: NodeSeal

    /// Creates a passage.
    ///
    /// - Parameters:
    ///   - client: The client for requests to other nodes, with ``clientConfiguration``.
    ///   - name: The name of this node.
    ///   - seal: The seal of all nodes.
    public init(_ client: HTTPClient, from name: String, seal: NodeSeal) {
        self.client = client
        self.name = name
        self.seal = seal
    }

    /// The settings of a client for requests to other nodes. Event streams and polls pause for up to 30 seconds, and use a connection each.
    public static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16_384
        // The other node closes a connection that was idle for 30 seconds.
        configuration.connectionPool.idleTimeout = .seconds(10)
        configuration.timeout = .init(connect: .seconds(2), read: .seconds(60))
        return configuration
    }

    /// The outcome of passing a request on.
    package enum Outcome: Sendable {
        case response(Response)
        /// The other node cannot be reached. Nothing of the request's body was read.
        case unreachable(any Error)
        /// The other node got the request, or a part of it, and its response was lost.
        case lost(any Error)
    }

    /// Returns the address of another node, if a request can be passed on to it.
    ///
    /// - Parameters:
    ///   - node: The name of the other node.
    ///   - url: Its URL.
    ///   - fields: The headers of the request.
    package func address(of node: String, at url: String, for fields: HTTPFields) -> NodeAddress? {
        // After a restart, the former lease of this node may not have ended yet.
        guard !PassedRequest.isMarked(fields), node != name else { return nil }
        return NodeAddress(url)
    }

    /// Passes a request on.
    ///
    /// - Parameters:
    ///   - peer: The address of the connection's remote end.
    ///   - host: The host name that the client used.
    ///   - door: The part of the other node that responds to an administrator, and the name of that node; `nil` for a client.
    package func pass(
        _ request: Request, to address: NodeAddress, from peer: String?, host: String, door: (NodeDoor, at: String)? = nil
    ) async -> Outcome {
        // Text before the first slash would be a part of the host.
        guard request.uri.string.hasPrefix("/"), let url = URL(string: address.url + request.uri.string) else {
            return .response(Response(status: .badRequest))
        }
        var fields = PassedRequest.fields(request.headers, from: peer, host: host)
        if let (door, node) = door, let header = NodeSeal.header {
            fields[header] = seal.proof(for: door, at: node, request.method, Self.target(of: url), fields)
        }
        do {
            return .response(Self.response(try await send(request, fields, to: url)))
        } catch {
            return Self.isUnsent(error) ? .unreachable(error) : .lost(error)
        }
    }

    /// The path and the query as the client sends them, in which some characters are percent-encoded.
    private static func target(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
    }

    /// Whether an error shows that the other node has not got the request.
    private static func isUnsent(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPClientError: error == .connectTimeout
        // Other codes are those of an established connection too.
        case let error as IOError: [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode)
        default: error is NIOConnectionError
        }
    }

    private func send(_ request: Request, _ fields: HTTPFields, to url: URL) async throws -> HTTPClientResponse {
        var passed = HTTPClientRequest(url: url.absoluteString)
        passed.method = HTTPMethod(rawValue: request.method.rawValue)
        passed.headers = HTTPHeaders(fields.map { ($0.name.rawName, $0.value) })
        let length = request.headers[.contentLength].flatMap(Int64.init)
        guard length ?? 0 > 0 || request.headers[.transferEncoding] != nil else {
            if [.post, .put, .patch].contains(request.method) { passed.body = .bytes(ByteBuffer()) }
            return try await client.execute(passed, deadline: .distantFuture)
        }
        let body = BodyHandoff()
        passed.body = .stream(body, length: length.map { .known($0) } ?? .unknown)
        return try await withThrowingTaskGroup(of: Void.self) { [passed] group in
            group.addTask { await Self.hand(request.body, to: body) }
            do {
                let response = try await client.execute(passed, deadline: .distantFuture)
                // The other node refuses a request without reading all of its body.
                if response.status.code < 300 { try await group.waitForAll() }
                await body.finish()
                group.cancelAll()
                return response
            } catch {
                await body.finish()
                group.cancelAll()
                throw error
            }
        }
    }

    private static func hand(_ parts: RequestBody, to body: BodyHandoff) async {
        guard await body.waitUntilWanted() else { return }
        do {
            for try await part in parts { guard await body.give(part) else { return } }
            await body.finish()
        } catch {
            // Otherwise the other node would take a part of the body for all of it.
            await body.finish(error)
        }
    }

    private static func response(_ response: HTTPClientResponse) -> Response {
        let status = HTTPResponse.Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
        let fields = HTTPFields(response.headers, splitCookie: false)
        let passed = PassedRequest.endToEnd(fields)
        guard ![204, 304].contains(status.code) else { return Response(status: status, headers: passed) }
        let isStream = fields[.contentType]?.hasPrefix("text/event-stream") == true
        return Response(
            status: status, headers: passed,
            body: ResponseBody(contentLength: fields[.contentLength].flatMap(Int.init)) { writer in
                if isStream {
                    // It does not end by itself.
                    for try await part in response.body.cancelOnGracefulShutdown() { try await writer.write(part) }
                } else {
                    for try await part in response.body { try await writer.write(part) }
                }
                try await writer.finish(nil)
            })
    }
}
