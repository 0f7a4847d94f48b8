import AsyncHTTPClient
import Foundation
public import LatchkeyIdentity
import LatchkeyTracing
import NIOCore
import NIOHTTP1

/// A transport that sends each message to a webhook of the operator in one signed `POST` request.
public struct WebhookTransport: MessageTransport {
    private let url: String
    private let signature: WebhookSignature
    private let send: WebhookSending
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
        url: String, signature: WebhookSignature, send: @escaping WebhookSending, now: @escaping WallClock
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
        let status = try await traced(request)
        switch status {
        case 200..<300: return
        // These statuses are about the message itself. Other problems may be fixed while the message waits.
        case 400, 410, 413, 415, 422: throw DeliveryError.permanent("The webhook refused it with status \(status).")
        default: throw DeliveryError.temporary("The webhook responded with status \(status).")
        }
    }

    private func traced(_ request: HTTPClientRequest) async throws -> UInt {
        try await ActiveSpan.below("POST", .client) { span in
            var request = request
            if let context = ActiveSpan.current?.context {
                request.headers.add(name: TraceContext.parentHeader, value: context.traceparent)
            }
            span?.set(.method, .text("POST"))
            if let host = URL(string: url)?.host() { span?.set(.serverAddress, .text(host)) }
            let status = try await TimedRequest(send: send, timeout: Self.timeout).status(of: request)
            span?.set(.status, .integer(Int(status)))
            if status >= 400 {
                span?.set(.errorType, .text(String(status)))
                span?.fail()
            }
            return status
        }
    }
}
