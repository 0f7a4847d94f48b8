/// A transport that exchanges text messages with a server over a WebSocket (RFC 6455).
///
/// An implementation does not follow redirects, responds to pings, closes the connection to a silent server, and rejects messages beyond
/// the maximum size.
protocol WebSocketTransport: Sendable {
    /// Opens a WebSocket, and returns when either side has closed it.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - outgoing: The messages to send. The end of the stream or of the task closes the WebSocket.
    ///   - take: Called with each received message. The next one is not read before it returns. An error ends the exchange.
    /// - Throws: ``WebSocketError`` with a message for users, `CancellationError`, or an error of `take`.
    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws
}

/// The server of a WebSocket.
struct WebSocketServer: Hashable, Sendable {
    let isSecure: Bool
    let host: String
    let port: Int
    /// The host and port for the `Host` header.
    let authority: String
    let path: String
}

/// The reason why a WebSocket could not be opened or was closed.
struct WebSocketError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Limits on all platforms.
enum WebSocketLimits {
    /// The maximum size of a message in bytes. Servers split their messages into parts of 16 KiB.
    static let maxFrameBytes = 1024 * 1024
    static let connectTimeout = Duration.seconds(15)
    /// The times after which a silent server is pinged, and after which the connection is closed.
    static let silence = (ping: Duration.seconds(30), end: Duration.seconds(75))
}
