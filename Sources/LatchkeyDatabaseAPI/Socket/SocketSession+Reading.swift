import LatchkeyRealtime
import LatchkeyTree
import LatchkeyWeb

/// The reads and listeners of a client.
extension SocketSession {
    /// Reads a large node in a turn, off the connection's thread. A large message already has its turn.
    func inTurn(for path: TreePath, _ body: @Sendable (isolated SocketSession) throws -> Void) async throws {
        guard !Turns.isLarge(messageBytes), Turns.isLarge(database.node(at: path).estimatedBytes) else { return try body(self) }
        try await Turns.everybody.take {
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await readNow(body) }
        }
    }

    @concurrent nonisolated private func readNow(_ body: @Sendable (isolated SocketSession) throws -> Void) async throws {
        try await run(body)
    }

    private func run(_ body: @Sendable (isolated SocketSession) throws -> Void) throws {
        // The client may have disconnected while this waited for its turn.
        guard !isOver else { return }
        try body(self)
    }

    func get(_ path: TreePath, _ query: Query, _ number: Int) throws {
        let start = ContinuousClock.now
        // Unlike for listeners, the sort order is not kept for later reads.
        let needsIndex = if case .administrator = caller.requester { false } else { true }
        let node = try database.read(path, query: query, needsIndex: needsIndex, by: caller.requester)
        let message = SocketMessage.response(to: number, status: "ok") { $0.append(node, .export) }
        profile(.realtimeRead, path, query: query, bytes: message.count, since: start, isAllowed: true)
        outgoing.send(message)
    }

    func listen(
        _ path: TreePath, _ query: ClientQuery, tag: Int?, hash: String, ranges: CompoundHash?, _ number: Int
    ) throws {
        let key = SocketListeners.Key(path: path, query: query, tag: tag)
        if let listener = listeners.remove(key) { database.end(listener) }
        let listener = try listeners.nextNumber()
        let start = ContinuousClock.now
        var bytes = 0
        let form = tag.map { "message \($0)" } ?? "message"
        let id = try database.listen(
            to: path, query: query.query, by: caller.requester,
            sink: { [outgoing, database, revoked = listeners.revoked] event, copies in
                Self.profileBroadcast(database, event, path, query: query.query)
                switch event {
                case .put(let path, let node): outgoing.send(copies.copy(form) { SocketMessage.put(node, at: path, tag: tag) })
                case .merge(let path, let children):
                    outgoing.send(copies.copy(form) { SocketMessage.merge(children, at: path, tag: tag) })
                case .revoked(let decision):
                    revoked.add(key, listener)
                    outgoing.send(SocketMessage.revoked(path, query: query, decision: decision))
                // The session ends, and the client connects again.
                case .ended: break
                }
            },
            first: { node in
                if database.profile.isWatched { bytes = node.jsonBytes(.export).count }
                // A client that reconnects may already hold the data. Without a hash it holds none.
                guard hash.isEmpty ? !node.isEmpty : node.hash != hash else { return {} }
                let merges = ranges.map { node.rangeMerges(for: $0) } ?? []
                let message =
                    merges.isEmpty ? SocketMessage.put(node, at: path, tag: tag) : SocketMessage.ranges(merges, at: path, tag: tag)
                return { [outgoing] in outgoing.send(message) }
            })
        listeners.add(key, id, number: listener)
        profile(.listen, path, query: query.query, bytes: bytes, since: start, isAllowed: true)
        let hasIndex = database.hasIndex(for: query.query, at: path)
        outgoing.send(SocketMessage.response(to: number, status: "ok") { $0.append(raw: hasIndex ? "{}" : #"{"w":["no_index"]}"#) })
    }
}
