/// Carries a question to a hook and its answer back.
public protocol HookTransport: Sendable {
    /// Posts JSON. Redirects are not followed, and nothing is sent twice.
    ///
    /// - Parameter deadline: For everything: the connection, the head of the answer and its whole body.
    /// - Throws: Anything, when no whole answer came.
    func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply
}

/// What a hook answered.
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
