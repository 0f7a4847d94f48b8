import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Logging

/// The session of one database client: its listeners, its credential, and its on-disconnect writes.
///
/// Requests are processed in order, so that `auth` applies to the requests after it. Writes get their response when they are durable, and after
/// the resulting events for this client's own listeners.
actor SocketSession: SocketReceiver {
    nonisolated let id: String
    nonisolated var databaseID: DatabaseID { database.id }
    let database: RealtimeDatabase
    private let resolver: DatabaseResolver
    private let outgoing: any MessageSink
    private let logger: Logger
    private let watch = CredentialWatch()
    private var caller = DatabaseCaller.nobody
    private var listeners: SocketListeners
    private let writes = WritesUnderWay()
    private var onDisconnect = OnDisconnect()
    /// The ID of the on-disconnect writes in the store. Session IDs can repeat in the next process.
    private let leftID = UUID().uuidString
    private var hasKept = false
    private var expiry: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    /// Counts the changes of the caller, so that the end of an earlier credential does not end the session.
    private var callers = 0
    private var isOver = false
    private var ending: Task<Void, Never>?
    /// The size in bytes of the message that is being processed.
    private var messageBytes = 0

    var maxMessageBytes: Int { caller.maxMessageBytes }
    var isStranger: Bool { caller.isStranger }
    var isAdministrator: Bool { caller.isAdministrator }

    init(
        id: String, database: RealtimeDatabase, resolver: DatabaseResolver, outgoing: any MessageSink, logger: Logger,
        maxListeners: Int = SocketListeners.standardMaxCount
    ) {
        self.id = id
        self.database = database
        self.resolver = resolver
        self.outgoing = outgoing
        self.logger = logger
        listeners = SocketListeners(maxCount: maxListeners)
    }

    /// - Throws: An error for messages that violate the protocol. The session cannot continue.
    nonisolated func take(_ text: [UInt8]) async throws {
        guard Turns.isLarge(text.count) else { return try await take(now: text) }
        try await Turns.everybody.take {
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await take(now: text) }
        }
    }

    private func take(now text: [UInt8]) async throws {
        await take(try SocketEnvelope(json: text, limits: .of(caller.requester)), bytes: text.count)
    }

    /// - Parameters:
    ///   - envelope: The message.
    ///   - bytes: The size of the message in bytes.
    func take(_ envelope: SocketEnvelope, bytes: Int) async {
        // The session ended while the request was on its way. Its listener would never end, and its response would not be sent.
        guard !isOver else { return }
        messageBytes = bytes
        switch envelope {
        case .control("p"): outgoing.send(SocketMessage.pong)
        case .control: break
        case .data(let data): await request(data)
        }
    }

    private func request(_ data: JSONValue) async {
        guard let number = data["r"]?.number.flatMap({ Int(exactly: $0) }), let action = data["a"]?.string else { return }
        // Clients send further requests without waiting for the response to an authentication. These must not run as the previous user, nor
        // without authentication. Therefore, a failed authentication ends the session, as the end of a credential does, and clients
        // reconnect.
        let isAuthentication = ["auth", "gauth", "unauth"].contains(action)
        do {
            try await respond(data, number, action)
        } catch {
            if isAuthentication { await writes.finish() }
            guard !isOver else { return }
            refuse(error, number, action, data)
            if isAuthentication { await end(asNobodyUnless: nil) }
        }
    }

    private func respond(_ data: JSONValue, _ number: Int, _ action: String) async throws {
        guard let request = try SocketRequest(action: action, body: data["b"] ?? .scalar(.null)) else {
            return outgoing.send(
                SocketMessage.response(to: number, status: "failed", text: "There is no action “\(action.prefix(16))”."))
        }
        // Instead of a response, the client receives a message that the credential has ended.
        if !request.changesCredential, !(await watch.isGood(fresh: caller.isAskedAtEachUse)) {
            return outgoing.send(SocketMessage.authEnded)
        }
        if request.looksAtData || caller.isDebug || caller.isSimulated || messageBytes > DatabaseCaller.maxUndecidedBytes {
            await writes.finish()
        }
        // The client may have disconnected in the meantime, and its listener would never end.
        guard !isOver else { return }
        try await respond(to: request, number)
    }

    private func refuse(_ error: any Error, _ number: Int, _ action: String, _ data: JSONValue) {
        switch error {
        case let error as DatabaseError:
            profileDenial(error, action, data["b"])
            outgoing.send(Self.refusal(number, error))
        case let error as DatabaseRefusal:
            if let cause = error.cause { logger.debug("a credential was refused", metadata: ["why": "\(cause)"]) }
            outgoing.send(SocketMessage.response(to: number, status: error.socketStatus, text: error.message))
        case let error as any BadDatabaseRequest:
            outgoing.send(SocketMessage.response(to: number, status: "failed", text: error.description))
        default:
            logger.error("a database request failed", metadata: ["why": "\(error)"])
            outgoing.send(SocketMessage.response(to: number, status: "failed", text: "Internal server error."))
        }
    }

    private func respond(to request: SocketRequest, _ number: Int) async throws {
        if caller.isDebug, let trace = try request.trace(in: database, for: caller) {
            outgoing.send(SocketMessage.securityDebug(trace.text))
        }
        let done = SocketMessage.response(to: number, status: "ok")
        switch request {
        case .listen(let path, let query, let tag, let hash, let ranges):
            try await inTurn(for: path) { try $0.listen(path, query, tag: tag, hash: hash, ranges: ranges, number) }
        case .unlisten(let path, let query, let tag):
            profile(.unlisten, path, query: query.query)
            if let listener = listeners.remove(SocketListeners.Key(path: path, query: query, tag: tag)) { database.end(listener) }
            outgoing.send(done)
        case .get(let path, let query): try await inTurn(for: path) { try $0.get(path, query, number) }
        case .put(let path, let node, let hash):
            try submit(Self.operation(node, at: path, hash: hash), number, hash == nil ? .realtimeWrite : .realtimeTransaction)
        case .merge(let path, let children, let hash):
            try submit(.update(children, at: path, expectedHash: hash), number, .realtimeUpdate)
        case .onDisconnectPut(let path, let node):
            try await leave(Self.operation(node, at: path, hash: nil))
            outgoing.send(done)
        case .onDisconnectMerge(let path, let children):
            try OnDisconnect.requireRoom(for: children.count)
            try await leave(.update(children, at: path))
            outgoing.send(done)
        case .onDisconnectCancel(let path):
            try await changeLeftWrites { $0.cancel(path) }
            outgoing.send(done)
        case .authenticate(let credential, let override):
            // A separate task, because the store throws in a canceled task, such as that of a closed connection. That would say nothing
            // about the credential.
            let known = try await Task { [resolver, project = database.id.project] in
                try await resolver.caller(credential: credential, override: override, project: project)
            }.value
            guard !isOver else { return }
            become(known)
            // Otherwise the next process would run the stored operations as the client's previous user.
            if !onDisconnect.isEmpty { try await keepLeftWrites() }
            outgoing.send(SocketMessage.response(to: number, status: "ok") { [caller] in $0.append(raw: caller.socketDescription) })
        case .unauthenticate:
            become(.nobody)
            if !onDisconnect.isEmpty { try await keepLeftWrites() }
            outgoing.send(done)
        case .noted: outgoing.send(done)
        }
    }

    /// Reads a large node in a turn, off the connection's thread. A large message already has its turn.
    private func inTurn(for path: TreePath, _ body: @Sendable (isolated SocketSession) throws -> Void) async throws {
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

    private func get(_ path: TreePath, _ query: Query, _ number: Int) throws {
        let start = ContinuousClock.now
        // Unlike for listeners, the sort order is not kept for later reads.
        let needsIndex = if case .administrator = caller.requester { false } else { true }
        let node = try database.read(path, query: query, needsIndex: needsIndex, by: caller.requester)
        let message = SocketMessage.response(to: number, status: "ok") { $0.append(node, .export) }
        profile(.realtimeRead, path, query: query, bytes: message.count, since: start, isAllowed: true)
        outgoing.send(message)
    }

    static func operation(_ node: Node, at path: WritePath, hash: String?) throws -> WriteOperation {
        path.isPriority
            ? .setPriority(try Priority(node), at: path.node, expectedHash: hash) : .set(node, at: path.node, expectedHash: hash)
    }

    private func leave(_ operation: WriteOperation) async throws {
        try database.check(operation, by: caller.requester)
        guard !caller.isSimulated else { return }
        try await changeLeftWrites { try $0.leave(operation) }
    }

    /// Changes the on-disconnect writes.
    ///
    /// - Throws: Errors of `change`, and `DatabaseError.unavailable` if the store cannot save the writes. Then nothing has changed.
    private func changeLeftWrites(_ change: (inout OnDisconnect) throws -> Void) async throws {
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
    private func keepLeftWrites() async throws {
        let edits = onDisconnect.takeEdits()
        guard !edits.isEmpty || hasKept else { return }
        hasKept = true
        // A separate task, because the store throws in a canceled task.
        try await Task { [database, leftID, requester = caller.requester] in
            try await database.keep(edits, of: leftID, by: requester)
        }.value
        // The connection was closed in the meantime, and the operations were executed.
        if isOver { await database.forgetLeftWrites(of: leftID) }
    }

    private func submit(_ operation: WriteOperation, _ number: Int, _ kind: ProfiledOperation.Kind) throws {
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
        database.submit(operation, by: caller.requester) { [outgoing, database, writes] result in
            defer { writes.end() }
            let isDenied = if case .failure(.denied) = result { true } else { false }
            Self.profile(database, kind, operation.path, bytes: bytes, since: start, isAllowed: !isDenied)
            switch result {
            case .success: outgoing.send(SocketMessage.response(to: number, status: "ok"))
            case .failure(let error): outgoing.send(Self.refusal(number, error))
            }
        }
    }

    private func listen(
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

    /// Sets the caller, checks its listeners against the rules again, and watches for the end of its credential.
    private func become(_ caller: DatabaseCaller) {
        self.caller = caller
        callers += 1
        watch.watch(caller)
        listeners.keep { key, listener in
            database.change(listener, to: caller.requester) { decision in
                outgoing.send(SocketMessage.revoked(key.path, query: key.query, decision: decision))
            }
        }
        expiry?.cancel()
        watching?.cancel()
        if caller.isGood != nil {
            watching = Task { [watch, callers] in
                guard (try? await watch.waitForEnd()) != nil else { return }
                await self.credentialEnded(callers, SocketMessage.authEnded, isGood: false)
            }
        }
        guard let end = caller.expiresAt else { return }
        expiry = Task { [callers] in
            let seconds = end.timeIntervalSince1970 - Date().timeIntervalSince1970
            guard (try? await Task.sleep(for: .seconds(max(seconds, 0)))) != nil else { return }
            // As far as is known, the credential was valid until now.
            await self.credentialEnded(callers, SocketMessage.authExpired, isGood: true)
        }
    }

    /// Ends the session after its credential has ended.
    ///
    /// The client reconnects with another credential, and restores its listeners. It does not receive messages that the listeners were
    /// removed, because it would report these to the app.
    ///
    /// - Parameters:
    ///   - number: The value of `callers` for the credential. The client may have authenticated again while this call waited for its turn.
    ///   - message: The last message to the client.
    ///   - isGood: Whether the credential was valid until now.
    func credentialEnded(_ number: Int, _ message: [UInt8], isGood: Bool) async {
        guard number == callers else { return }
        outgoing.send(message)
        await end(asNobodyUnless: isGood)
    }

    /// Ends the listeners, and executes the on-disconnect writes. Returns when these are durable.
    func end() async { await end(asNobodyUnless: nil) }

    /// - Parameter isGood: Whether the credential was valid until now; `nil` to check it. If it was not, the on-disconnect writes are
    ///   executed as an unauthenticated user.
    private func end(asNobodyUnless isGood: Bool?) async {
        if let ending { return await ending.value }
        isOver = true
        let task = Task { await finish(isGood) }
        ending = task
        await task.value
    }

    private func finish(_ isGood: Bool?) async {
        for listener in listeners.removeAll() { database.end(listener) }
        let operations = caller.isSimulated ? [] : onDisconnect.left
        onDisconnect = OnDisconnect()
        if !operations.isEmpty {
            let wasGood = if let isGood { isGood } else { await watch.isGood(fresh: true) }
            if !wasGood { caller = .nobody }
            // A server that shuts down waits for its connections, and so for these writes.
            await withCheckedContinuation { done in
                for (index, var operation) in operations.enumerated() {
                    operation.isLeftBehind = true
                    // Completions are called in the order of the writes.
                    database.submit(operation, by: caller.requester, evenIfBusy: true) { _ in
                        if index == operations.count - 1 { done.resume() }
                    }
                }
            }
        }
        if hasKept { await database.forgetLeftWrites(of: leftID) }
        expiry?.cancel()
        watching?.cancel()
        outgoing.finish()
    }

    private static func refusal(_ number: Int, _ error: DatabaseError) -> [UInt8] {
        let refusal = DatabaseRefusal(error)
        return SocketMessage.response(to: number, status: refusal.socketStatus, text: refusal.socketText)
    }
}
