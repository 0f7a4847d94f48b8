public import HTTPTypes

/// A provider's complete HTTP response.
public struct ProviderReply: Sendable, Equatable {
    /// The status and header fields.
    public var head: HTTPResponse
    /// The decompressed body.
    public var body: [UInt8]

    /// The maximum body size: 1 MiB. The HTTP client should stop reading at this size, too.
    public static let maxBytes = 1_048_576

    /// Creates a response from its parts.
    public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: [UInt8]) {
        head = HTTPResponse(status: status, headerFields: headerFields)
        self.body = body
    }
}

extension ProviderReply {
    /// Throws ``OAuthError`` with code ``OAuthError/Code/replyTooLarge``.
    func checkSize() throws {
        guard body.count <= Self.maxBytes else {
            throw OAuthError(
                .replyTooLarge, detail: "\(body.count) bytes, at most \(Self.maxBytes) are read", status: head.status.code)
        }
    }

    var isSuccess: Bool { head.status.kind == .successful }
}

// A body may contain tokens, and a header may contain cookies: neither belongs in a log.
extension ProviderReply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the body size.
    public var description: String { "HTTP \(head.status.code), \(body.count) bytes" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
