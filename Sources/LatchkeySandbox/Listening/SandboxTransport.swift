import HTTPTypes
import Hummingbird
public import LatchkeyOAuth
import Logging
import NIOCore

/// Sends requests to a sandbox without a socket; a replacement for an HTTP client in tests of sign-in flows.
public struct SandboxTransport: Sendable {
    private let responder: any HTTPResponder<SandboxContext>

    /// Creates a transport for a sandbox's state.
    public init(_ state: SandboxState) {
        responder = state.router().buildResponder()
    }

    /// Returns the sandbox's response, with the same checks as over the network.
    ///
    /// The request's host must be a loopback host or one of the configuration's public addresses.
    public func send(_ request: ProviderRequest) async throws -> ProviderReply {
        let context = SandboxContext(withinProcess: Source(), isSecure: request.head.scheme == "https")
        var head = request.head
        head.headerFields[.contentLength] = request.body.isEmpty ? nil : String(request.body.count)
        let received = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: request.body)))
        let response = try await responder.respond(to: received, context: context)
        let body = Collector()
        try await response.body.write(body)
        return ProviderReply(status: response.status, headerFields: response.headers, body: body.bytes)
    }

    private struct Source: RequestContextSource {
        let logger = Logger(label: "latchkey.sandbox")
    }

    private final class Collector: ResponseBodyWriter {
        private(set) var bytes: [UInt8] = []

        func write(_ buffer: ByteBuffer) async throws {
            bytes.append(contentsOf: buffer.readableBytesView)
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
