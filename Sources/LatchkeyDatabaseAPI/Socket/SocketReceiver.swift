/// Receives the messages of a socket, one after the other.
protocol SocketReceiver: Sendable {
    /// The current maximum size of a message in bytes.
    var maxMessageBytes: Int { get async }
    /// Whether the client is not signed in.
    var isStranger: Bool { get async }
    /// Whether the client is an administrator. The rate of administrators is not limited.
    var isAdministrator: Bool { get async }
    /// - Throws: An error for messages that violate the protocol. The connection is then closed.
    func take(_ text: [UInt8]) async throws
}
