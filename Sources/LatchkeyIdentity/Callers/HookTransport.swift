/// The transport that sends requests to hooks.
public protocol HookTransport: Sendable {
    /// Posts JSON. Redirects are not followed, and requests are not retried.
    ///
    /// - Parameter deadline: The timeout for the whole exchange: the connection, the response head and the complete body.
    /// - Throws: Any error, if no complete response arrived.
    func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply
}

/// The response of a hook.
public struct HookReply: Sendable {
    /// The HTTP status.
    public let status: Int
    public let body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    public static let maxBytes = 65_536
}
