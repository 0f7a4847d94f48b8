import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Logging

/// One client of the database: what it asked for, on whose behalf, and what shall happen when it is gone.
///
/// Requests are taken one after the other, so that an `auth` holds for what follows it; answers to writes come when they are durable,
/// and after what the write changed for this client's own listeners.
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
    /// Under which name the store keeps what is left; ids of sessions come again with the next process.
    private let leftID = UUID().uuidString
    private var hasKept = false
    private var expiry: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    /// Counts whom the session was, so that the end of a credential does not end it once there is another one.
    private var callers = 0
    private var isOver = false
    private var ending: Task<Void, Never>?
    /// Of the message that is being answered.
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

    /// - Throws: when the message is none of this protocol's, so that there is no going on.
    nonisolated func take(_ text: [UInt8]) async throws {
        guard Turns.isLarge(text.count) else { return try await take(now: text) }
        try await Turns.everybody.take {
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await take(now: text) }
        }
    }

    private func take(now text: [UInt8]) async throws {
        await take(try SocketEnvelope(json: text, limits: .of(caller.requester)), bytes: text.count)
    }

    /// - Parameter bytes: of the message that it was.
    func take(_ envelope: SocketEnvelope, bytes: Int) async {
        // A request that was on its way when the session ended: nobody would end its listener, nor wait for its answer.
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
        // Clients do not wait for the answer before they send what the one shall do who they say they are. It must not be done as whoever
        // was there before, nor as nobody: what is refused ends the session, as the end of a credential does, and clients come back.
        let isAuthentication = ["auth", "gauth", "unauth"].contains(action)
        do {
            try await answer(data, number, action)
        } catch {
            if isAuthentication { await writes.finish() }
            guard !isOver else { return }
            refuse(error, number, action, data)
            if isAuthentication { await end(asNobodyUnless: nil) }
        }
    }

    private func answer(_ data: JSONValue, _ number: Int, _ action: String) async throws {
        guard let request = try SocketRequest(action: action, body: data["b"] ?? .scalar(.null)) else {
            return outgoing.send(
                SocketMessage.response(to: number, status: "failed", text: "There is no action “\(action.prefix(16))”."))
        }
        // In place of an answer they are told that the credential has ended.
        if !request.changesCredential, !(await watch.isGood(fresh: caller.isAskedAtEachUse)) {
            return outgoing.send(SocketMessage.authEnded)
        }
        if request.looksAtData || caller.isDebug || caller.isSimulated || messageBytes > DatabaseCaller.maxUndecidedBytes {
            await writes.finish()
        }
        // Meanwhile the client may have gone, and nobody would end its listener.
        guard !isOver else { return }
        try await answer(request, number)
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
            logger.error("the database could not answer", metadata: ["why": "\(error)"])
            outgoing.send(SocketMessage.response(to: number, status: "failed", text: "Internal server error."))
        }
    }

    private func answer(_ request: SocketRequest, _ number: Int) async throws {
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
            // In a task of its own: the store answers no task that was cancelled, as that of a connection is which is gone, and that would
            // say nothing about the credential.
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

    /// Reads a large place in a turn, off the connection's thread. A large message already has its turn.
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
        // The client may have gone while this waited for its turn.
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

    /// - Throws: what `change` throws, and `DatabaseError.unavailable` where the store cannot keep it; then nothing has changed.
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

    /// A client is answered once its operations would survive a crash.
    private func keepLeftWrites() async throws {
        let edits = onDisconnect.takeEdits()
        guard !edits.isEmpty || hasKept else { return }
        hasKept = true
        // In a task of its own: the store answers no task that was cancelled.
        try await Task { [database, leftID, requester = caller.requester] in
            try await database.keep(edits, of: leftID, by: requester)
        }.value
        // The connection has ended meanwhile, and the operations were executed.
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
                // A client that was away may hold it already; without a hash it holds nothing.
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

    /// Those who listen are asked anew, and the end of the credential is watched.
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
            // It was good until now, as far as is known.
            await self.credentialEnded(callers, SocketMessage.authExpired, isGood: true)
        }
    }

    /// The client comes back with another credential, and then listens again to what it listened to. It is not told that its listeners
    /// ended, or its program would be.
    ///
    /// - Parameter number: of the one whose credential it was: another one may have come while this waited for its turn.
    func credentialEnded(_ number: Int, _ message: [UInt8], isGood: Bool) async {
        guard number == callers else { return }
        outgoing.send(message)
        await end(asNobodyUnless: isGood)
    }

    /// The client is gone: what it asked for ends, and what it left for this moment happens. Returns when that is durable.
    func end() async { await end(asNobodyUnless: nil) }

    /// - Parameter isGood: whether what the client showed was good until now; nil where that has to be asked. If it was not, what was
    ///   left is done as nobody's.
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
            // A server that stops waits for its connections, and so for this.
            await withCheckedContinuation { done in
                for (index, var operation) in operations.enumerated() {
                    operation.isLeftBehind = true
                    // They are answered in their order.
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
