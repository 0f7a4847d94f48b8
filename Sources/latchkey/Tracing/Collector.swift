import AsyncHTTPClient
import Foundation
import LatchkeyMail
import LatchkeySecrets
import LatchkeyTracing
import NIOCore
import NIOHTTP1

/// Posts spans to a collector by OTLP over HTTP, in JSON.
struct Collector: Sendable {
    let settings: TraceSettings
    let client: HTTPClient
    /// An id of this process in the spans.
    let instance = UUID().uuidString.lowercased()

    /// The time limit for one request and its whole response.
    private static let timeoutSeconds: Int64 = 5
    private static let maxReplyBytes = 65_536

    func send(_ spans: [SpanRecord]) async -> CollectorReply {
        await withTaskGroup(of: CollectorReply.self) { group in
            defer { group.cancelAll() }
            group.addTask { await post(spans) }
            // The timeout of the client ends with the head of the response.
            group.addTask {
                try? await Task.sleep(for: .seconds(Self.timeoutSeconds))
                return Self.late
            }
            return await group.next() ?? .unavailable("The request was cancelled.")
        }
    }

    private static var late: CollectorReply { .unavailable("It took longer than \(timeoutSeconds) seconds.") }

    /// Returns the body of a response; empty if it is too long to be the short message that it should be.
    private func body(of response: HTTPClientResponse) async throws -> [UInt8] {
        do {
            return Array(try await response.body.collect(upTo: Self.maxReplyBytes).readableBytesView)
        } catch is NIOTooManyBytesError {
            return []
        }
    }

    private func post(_ spans: [SpanRecord]) async -> CollectorReply {
        var request = HTTPClientRequest(url: settings.endpoint)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "latchkey/\(Latchkey.version)")
        for header in settings.headers.expose() { request.headers.add(name: header.name, value: header.value) }
        do {
            request.body = .bytes(try OTLPRequest(spans, version: Latchkey.version, instance: instance).json())
            let response = try await client.execute(request, timeout: .seconds(Self.timeoutSeconds))
            let body = try await body(of: response)
            return CollectorReply(
                status: Int(response.status.code), body: body,
                retryAfter: response.headers.first(name: "retry-after"))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            return Self.late
        } catch is EncodingError {
            return .refused("The spans cannot be encoded.")
        } catch {
            return .unavailable("It cannot be reached: \(ConnectionProblem.text(error)).")
        }
    }
}
