import LatchkeyRealtime
import LatchkeyTracing
import LatchkeyTree
import LatchkeyWeb

/// The writes of a client: now, and when it disconnects.
extension SocketSession {
    static func operation(_ node: Node, at path: WritePath, hash: String?) throws -> WriteOperation {
        path.isPriority
            ? .setPriority(try Priority(node), at: path.node, expectedHash: hash) : .set(node, at: path.node, expectedHash: hash)
    }

    func leave(_ operation: WriteOperation) async throws {
        try database.check(operation, by: caller.requester)
        guard !caller.isSimulated else { return }
        try await changeLeftWrites { try $0.leave(operation) }
    }

    /// Changes the on-disconnect writes.
    ///
    /// - Throws: Errors of `change`, and `DatabaseError.unavailable` if the store cannot save the writes. Then nothing has changed.
    func changeLeftWrites(_ change: (inout OnDisconnect) throws -> Void) async throws {
        let former = onDisconnect
        try change(&onDisconnect)
        do {
            try await keepLeftWrites()
        } catch {
            if !isOver { onDisconnect = former }
            throw error
        }
    }

    /// Saves the on-disconnect writes. The client gets its response after they would survive a crash.
    func keepLeftWrites() async throws {
        // The client is gone, and its writes were executed.
        guard !isOver else { return }
        let edits = onDisconnect.takeEdits()
        guard !edits.isEmpty || hasKept else { return }
        hasKept = true
        // A separate task, because the store throws in a canceled task.
        let task = Task { [database, leftID, requester = caller.requester] in
            try await database.keep(edits, of: leftID, by: requester)
        }
        keeping = task
        try await task.value
    }

    func submit(_ operation: WriteOperation, _ number: Int, _ kind: ProfiledOperation.Kind) throws {
        if caller.isSimulated {
            _ = try database.simulate(operation, by: caller.requester)
            return outgoing.send(SocketMessage.response(to: number, status: "ok"))
        }
        let start = ContinuousClock.now
        let bytes = messageBytes
        do {
            try caller.requireAllowed(operation, bytes: bytes, in: database)
        } catch {
            Self.profile(database, kind, operation.path, bytes: bytes, since: start, isAllowed: error.isDenial ? false : nil)
            throw error
        }
        writes.begin()
        database.submit(operation, by: caller.requester) { [outgoing, database, writes, span = takeSpan()] result in
            defer {
                span?.end()
                writes.end()
            }
            let isDenied = if case .failure(.denied) = result { true } else { false }
            Self.profile(database, kind, operation.path, bytes: bytes, since: start, isAllowed: !isDenied)
            switch result {
            case .success: outgoing.send(SocketMessage.response(to: number, status: "ok"))
            case .failure(.elsewhere):
                span?.note(DatabaseError.elsewhere)
                outgoing.finish()
            case .failure(let error):
                span?.note(error)
                outgoing.send(Self.refusal(number, error))
            }
        }
    }
}
