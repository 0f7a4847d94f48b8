import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTracing
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOCore

/// The session of one database client: its listeners, its credential, and its on-disconnect writes.
///
/// Requests are processed in order, so that `auth` applies to the requests after it. Writes get their response when they are durable, and after
/// the resulting events for this client's own listeners.
actor SocketSession: SocketReceiver {
    nonisolated let id: String
    nonisolated var databaseID: DatabaseID { database.id }
    let database: RealtimeDatabase
    private let resolver: DatabaseResolver
    let outgoing: any MessageSink
    private let logger: Logger
    /// The client's address.
    private let address: String?
    private let spans: SocketSpans?
    /// The span of the request that is being processed. A write takes it, and ends it with its response.
    private var span: ActiveSpan?
    private let watch = CredentialWatch()
    var caller = DatabaseCaller.nobody
    var listeners: SocketListeners
    /// The writes without a response. Requests that depend on the data wait for them.
    let writes = WorkUnderWay()
    var onDisconnect = OnDisconnect()
    /// The ID of the on-disconnect writes in the store. Session IDs can repeat in the next process.
    let leftID = UUID().uuidString
    var hasKept = false
    /// The last request to store on-disconnect writes.
    var keeping: Task<Void, any Error>?
    private let timer: any EventLoop
    private var nextCheck: Scheduled<Void>?
    /// Counts the changes of the caller, so that the end of an earlier credential does not end the session.
    private var callers = 0
    var isOver = false
    private var ending: Task<Void, Never>?
    /// The size in bytes of the message that is being processed.
    var messageBytes = 0

    var maxMessageBytes: Int { caller.maxMessageBytes }
    var isStranger: Bool { caller.isStranger }
    var isAdministrator: Bool { caller.isAdministrator }

    /// - Parameter timer: Calls the session when its credential has to be checked.
    init(
        id: String, database: RealtimeDatabase, resolver: DatabaseResolver, outgoing: any MessageSink, logger: Logger,
        address: String? = nil, tracer: Tracer? = nil, timer: any EventLoop, maxListeners: Int = SocketListeners.standardMaxCount
    ) {
        self.id = id
        self.database = database
        self.resolver = resolver
        self.outgoing = outgoing
        self.logger = logger
        self.address = address
        self.timer = timer
        spans = SocketSpans(tracer)
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
        guard let spans else { return await answer(data, number, action) }
        span = spans.begin(action)
        await ActiveSpan.$current.withValue(span) { await answer(data, number, action) }
        takeSpan()?.end()
    }

    func takeSpan() -> ActiveSpan? {
        defer { span = nil }
        return span
    }

    private func answer(_ data: JSONValue, _ number: Int, _ action: String) async {
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
            span?.set(.errorType, .text("expired_token"))
            return outgoing.send(SocketMessage.authEnded)
        }
        if request.looksAtData || caller.isDebug || caller.isSimulated || messageBytes > DatabaseCaller.maxUndecidedBytes {
            await writes.finish()
            if database.isReplica { try await database.catchUp() }
        }
        // The client may have disconnected in the meantime, and its listener would never end.
        guard !isOver else { return }
        try await respond(to: request, number)
    }

    private func refuse(_ error: any Error, _ number: Int, _ action: String, _ data: JSONValue) {
        span?.note(error)
        switch error {
        // Without a response, the client connects again and repeats the request.
        case DatabaseError.elsewhere: outgoing.finish()
        case let error as DatabaseError:
            profileDenial(error, action, data["b"])
            outgoing.send(Self.refusal(number, error))
        case let error as DatabaseRefusal:
            if let cause = error.cause { logger.debug("a credential was refused", metadata: ["why": "\(cause)"]) }
            if let reason = error.refusedToken { resolver.note(refusal: reason, from: address) }
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
            let client = ClientDescription(address: address)
            let known = try await Task { [resolver, project = database.id.project] in
                try await resolver.caller(credential: credential, override: override, project: project, from: client)
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
        scheduleCheck()
    }

    /// Schedules the next check of the credential. A task that waits would keep its memory for as long as the client is connected.
    private func scheduleCheck() {
        nextCheck?.cancel()
        nextCheck = watch.untilNextCheck(of: caller).map { delay in
            timer.scheduleTask(in: TimeAmount(delay)) { [weak self, callers] in
                Task { await self?.checkCredential(callers) }
            }
        }
    }

    private func checkCredential(_ number: Int) async {
        guard number == callers, !isOver else { return }
        // It has fired. Canceling it would search all timers of the event loop.
        nextCheck = nil
        if let end = caller.expiresAt, end <= Date() {
            // As far as is known, the credential was valid until now.
            return await credentialEnded(number, SocketMessage.authExpired, isGood: true)
        }
        guard await watch.isGood() else { return await credentialEnded(number, SocketMessage.authEnded, isGood: false) }
        if number == callers, !isOver { scheduleCheck() }
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

    /// Ends the session after its database was removed. Firebase's clients do not reconnect after this message.
    func databaseRemoved() async {
        outgoing.send(SocketMessage.shutDown(DatabaseRefusal(.removed).message))
        await end(asNobodyUnless: false)
    }

    /// Ends the session because another node may have the database. The client connects again.
    func databaseGivenUp() async { await end(asNobodyUnless: true) }

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
        var operations = caller.isSimulated ? [] : onDisconnect.left
        for index in operations.indices { operations[index].isLeftBehind = true }
        onDisconnect = OnDisconnect()
        if !operations.isEmpty {
            let wasGood = if let isGood { isGood } else { await watch.isGood(fresh: true) }
            if !wasGood { caller = .nobody }
        }
        // Otherwise a request that still stores writes could store them after they were deleted.
        _ = await keeping?.result
        // A server that shuts down waits for its connections, and so for these writes.
        if hasKept { await database.leave(operations, of: leftID, by: caller.requester) }
        outgoing.finish()
    }

    static func refusal(_ number: Int, _ error: DatabaseError) -> [UInt8] {
        let refusal = DatabaseRefusal(error)
        return SocketMessage.response(to: number, status: refusal.socketStatus, text: refusal.socketText)
    }
}
