extension DatabaseReference {
    /// A place in no database: every use of it fails with the text.
    package static func nowhere(_ problem: String) -> DatabaseReference {
        let connection = PersistentConnection(
            address: .failure(DatabaseConfigurationError(problem)), parts: ConnectionParts(transport: NoTransport()))
        return Database(connection: connection, url: "").reference()
    }
}

/// For what never connects.
private struct NoTransport: WebSocketTransport {
    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {}
}
