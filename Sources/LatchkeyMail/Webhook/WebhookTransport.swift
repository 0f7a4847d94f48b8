public import AsyncHTTPClient
import Foundation
public import LatchkeyIdentity
import NIOCore
import NIOHTTP1

/// A transport that sends each message to a webhook of the operator in one signed `POST` request.
public struct WebhookTransport: MessageTransport {
    private let url: String
    private let signature: WebhookSignature
    private let send: @Sendable (HTTPClientRequest, Duration) async throws -> UInt
    private let now: WallClock

    /// The timeout for the connection, the request and the response together.
    public static let timeout: Duration = .seconds(10)

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - url: The URL of the webhook.
    ///   - signature: The signature of the requests.
    ///   - send: Sends a request within a timeout, and returns the status of the response. It must not follow redirects,
    ///     because the message is for this URL only.
    ///   - now: The clock for the timestamp of a request.
    public init(
        url: String, signature: WebhookSignature, send: @escaping @Sendable (HTTPClientRequest, Duration) async throws -> UInt,
        now: @escaping WallClock
    ) {
        self.url = url
        self.signature = signature
        self.send = send
        self.now = now
    }

    /// Sends a message in one request.
    ///
    /// - Throws: ``DeliveryError``, permanent for the statuses 400, 410, 413, 415 and 422.
    public func deliver(_ message: WrittenMessage) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = Array(try encoder.encode(WebhookBody(message)))
        let timestamp = now().secondsSince1970
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: WebhookSignature.timestampHeader, value: String(timestamp))
        request.headers.add(name: WebhookSignature.signatureHeader, value: signature.text(timestamp: timestamp, body: body))
        request.body = .bytes(body)
        let status = try await exchange(request)
        switch status {
        case 200..<300: return
        // These statuses are about the message itself. Other problems may be fixed while the message waits.
        case 400, 410, 413, 415, 422: throw DeliveryError.permanent("The webhook refused it with status \(status).")
        default: throw DeliveryError.temporary("The webhook responded with status \(status).")
        }
    }

    /// Sends a request and returns the status. The body of the response is not kept, because it may repeat the message.
    private func exchange(_ request: HTTPClientRequest) async throws -> UInt {
        try await withThrowingTaskGroup(of: UInt.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    return try await send(request, Self.timeout)
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    throw DeliveryError.temporary("The webhook cannot be reached: \(error)")
                }
            }
            // The timeout of the client ends with the head of the response.
            group.addTask {
                try await Task.sleep(for: Self.timeout)
                throw DeliveryError.temporary("The webhook took longer than \(Self.timeout.components.seconds) seconds.")
            }
            guard let reply = try await group.next() else { throw CancellationError() }
            return reply
        }
    }
}
