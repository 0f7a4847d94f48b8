/// Carries texts to a server and back over a web socket (RFC 6455).
///
/// An implementation follows no redirects, answers pings, gives up on a server that is silent, and refuses texts beyond a size.
protocol WebSocketTransport: Sendable {
    /// Opens a socket, and stays until it is closed by either side.
    ///
    /// - Parameters:
    ///   - outgoing: What is sent; its end closes the socket, and so does the end of the task.
    ///   - take: Called with each text in turn; the next one is not read before it returns, and its error ends the exchange.
    /// - Throws: ``WebSocketError`` with what a person can be told, `CancellationError`, or an error of `take`.
    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws
}

/// What a socket is opened to.
struct WebSocketServer: Hashable, Sendable {
    let isSecure: Bool
    let host: String
    let port: Int
    /// Host and port for the header `Host`.
    let authority: String
    let path: String
}

/// Why there is no socket, or none any more.
struct WebSocketError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Limits that hold on every system.
enum WebSocketLimits {
    /// One text. Servers cut their messages into pieces of 16 KiB.
    static let maxFrameBytes = 1024 * 1024
    static let connectTimeout = Duration.seconds(15)
    /// When a silent server is asked whether it is there, and when it is taken to be gone.
    static let silence = (ping: Duration.seconds(30), end: Duration.seconds(75))
}
