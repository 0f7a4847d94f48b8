#if canImport(Darwin)
import Foundation
public import HTTPTypes

/// A transport that sends requests with URLSession on Apple platforms.
///
/// This file is type-checked on Linux against stand-ins for Apple's APIs and has never been run. Please report problems.
public struct URLSessionTransport: AuthTransport {
    private let session: URLSession

    /// Creates a transport.
    ///
    /// - Parameter timeout: The time limit of a request, including the response body.
    public init(timeout: Duration = .seconds(30)) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = TimeInterval(timeout.components.seconds)
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    /// Sends a request and returns the whole response.
    public func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8]) {
        let address = (request.scheme ?? "https") + "://" + (request.authority ?? "") + (request.path ?? "/")
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method.rawValue
        for field in request.headerFields { outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if !body.isEmpty { outgoing.httpBody = Data(body) }
        let (bytes, reply) = try await session.bytes(for: outgoing)
        guard let reply = reply as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var collected: [UInt8] = []
        for try await byte in bytes {
            guard collected.count < maxReplyBytes else { throw URLError(.dataLengthExceedsMaximum) }
            collected.append(byte)
        }
        var fields = HTTPFields()
        for case (let name as String, let value as String) in reply.allHeaderFields {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return (HTTPResponse(status: .init(code: reply.statusCode), headerFields: fields), collected)
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { nil }
    }
}
#endif
