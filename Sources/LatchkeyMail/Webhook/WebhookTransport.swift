public import AsyncHTTPClient
public import LatchkeyIdentity
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Hands messages to a program of the operator's, by one signed `POST` for each.
public struct WebhookTransport: MessageTransport {
    private let url: String
    private let signature: WebhookSignature
    private let send: @Sendable (HTTPClientRequest, Duration) async throws -> UInt
    private let now: WallClock

    /// For everything: the connection, the request and the reply.
    public static let timeout: Duration = .seconds(10)

    /// - Parameter send: Sends a request within a time, and returns the status of the response. It does not follow redirects, because the
    ///   message is for this address only.
    public init(
        url: String, signature: WebhookSignature, send: @escaping @Sendable (HTTPClientRequest, Duration) async throws -> UInt,
        now: @escaping WallClock
    ) {
        self.url = url
        self.signature = signature
        self.send = send
        self.now = now
    }

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
        // What it says of the message itself; anything else may be mended while the message waits.
        case 400, 410, 413, 415, 422: throw DeliveryError.permanent("The webhook refused it with status \(status).")
        default: throw DeliveryError.temporary("The webhook answered with status \(status).")
        }
    }

    /// What it says beside its status is not kept: it may be the message itself.
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
            // The client's own time limit ends with the head of the reply.
            group.addTask {
                try await Task.sleep(for: Self.timeout)
                throw DeliveryError.temporary("The webhook took longer than \(Self.timeout.components.seconds) seconds.")
            }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }
}
