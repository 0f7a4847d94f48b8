public import HTTPTypes

/// A provider's reply, read to its end.
public struct ProviderReply: Sendable, Equatable {
    /// Status and header fields.
    public var head: HTTPResponse
    /// The body, decompressed.
    public var body: [UInt8]

    /// The largest body that is looked at: 1 MiB. Whoever does the input should stop reading there too.
    public static let maxBytes = 1_048_576

    /// A reply with its parts.
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

// A body may hold tokens, and a header cookies: neither belongs in a log.
extension ProviderReply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size.
    public var description: String { "HTTP \(head.status.code), \(body.count) bytes" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
