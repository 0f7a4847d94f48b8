/// The transport that sends requests to hooks.
package protocol HookTransport: Sendable {
    /// Posts JSON. Redirects are not followed, and requests are not retried.
    ///
    /// - Parameter deadline: The timeout for the whole exchange: the connection, the response head and the complete body.
    /// - Throws: Any error, if no complete response arrived.
    func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply
}

/// The response of a hook.
package struct HookReply: Sendable {
    /// The HTTP status.
    package let status: Int
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    package static let maxBytes = 65_536
}
