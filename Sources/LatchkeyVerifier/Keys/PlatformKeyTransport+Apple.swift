#if canImport(Darwin)
import Foundation

/// A transport that fetches keys with URLSession on Apple platforms.
///
/// This file is type-checked on Linux against stand-ins for Apple's APIs and has never been run. Please report problems.
public struct PlatformKeyTransport: KeyTransport {
    private let session: URLSession

    /// Creates a transport.
    ///
    /// - Parameter timeout: The time limit of a request, including the response body.
    public init(timeout: Duration = .seconds(10)) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = TimeInterval(timeout.components.seconds)
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    /// Fetches a document and returns it with any status.
    public func get(_ url: String) async throws -> KeyDocument {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        let (bytes, reply) = try await session.bytes(from: url)
        guard let reply = reply as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var collected: [UInt8] = []
        for try await byte in bytes {
            guard collected.count < KeyDocument.maxBytes else { throw URLError(.dataLengthExceedsMaximum) }
            collected.append(byte)
        }
        return KeyDocument(
            status: reply.statusCode, cacheControl: reply.value(forHTTPHeaderField: "cache-control"),
            ageSeconds: reply.value(forHTTPHeaderField: "age").flatMap { Int($0) }, body: collected)
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { nil }
    }
}
#endif
