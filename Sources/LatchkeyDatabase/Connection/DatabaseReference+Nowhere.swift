extension DatabaseReference {
    /// Returns a reference to no database. Each use of it fails with the given text.
    package static func nowhere(_ problem: String) -> DatabaseReference {
        let connection = PersistentConnection(
            address: .failure(DatabaseConfigurationError(problem)), parts: ConnectionParts(transport: NoTransport()))
        return Database(connection: connection, url: "").reference()
    }
}

/// A transport for a connection that is never opened.
private struct NoTransport: WebSocketTransport {
    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {}
}
