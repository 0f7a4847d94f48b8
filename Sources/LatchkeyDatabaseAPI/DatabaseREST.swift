import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOCore
import Synchronization

/// Firebase's REST API: every path that ends in `.json` is a location in the tree.
struct DatabaseREST: Sendable {
    let parts: DatabaseParts
    private let resolver: DatabaseResolver
    private let pushIDs = PushIDs()
    private let now: WallClock
    private let clientAddress: ClientAddress

    /// The maximum body size for administrators in bytes, as Firebase accepts over REST.
    private static let maxAdministratorsBytes = 256 * 1024 * 1024
    /// The time limits for receiving a whole body.
    private static let bodyDeadlines = (standard: Duration.seconds(60), administrators: Duration.seconds(900))

    init(_ parts: DatabaseParts) {
        self.parts = parts
        resolver = DatabaseResolver(parts)
        now = parts.accounts.now
        clientAddress = ClientAddress(trustedProxies: parts.accounts.trustedProxies)
    }

    private static let debugHeader = HTTPField.Name("X-Firebase-Auth-Debug")

    func answer(_ request: Request, context: ServerContext) async -> Response {
        var trace: DebugTrace?
        var response: Response
        do {
            response = try await answer(request, context: context, trace: &trace)
        } catch let error as DatabaseRefusal {
            if let cause = error.cause { context.logger.debug("a credential was refused", metadata: ["why": "\(cause)"]) }
            response = error.response
        } catch let error as DatabaseError {
            response = DatabaseRefusal(error).response
        } catch let error as UnreadableDatabase {
            context.logger.error("a database cannot be opened", metadata: error.metadata)
            response = DatabaseRefusal(error).response
        } catch let error as TreeError {
            response = DatabaseRefusal.bad(error.description).response
        } catch let error as HTTPError {
            response = DatabaseRefusal(error.status, error.body ?? "\(error.status)").response
        } catch {
            context.logger.error("a database request failed", metadata: ["why": "\(error)"])
            response = DatabaseRefusal(.internalServerError, "Internal server error.").response
        }
        if let trace, let header = Self.debugHeader { response.headers[header] = trace.header }
        return response
    }

    private func answer(_ request: Request, context: ServerContext, trace: inout DebugTrace?) async throws -> Response {
        let deadline = Deadline()
        let ask = try DatabaseAsk(request)
        let host = DatabaseHost.asked(for: request, context, parts.accounts.trustedProxies)
        let database = try await resolver.database(ask.namespace, host: host)
        let revision = await parts.accounts.store.revision
        let caller = try await resolver.caller(
            token: ask.token, accessToken: ask.accessToken, override: ask.override, project: database.id.project)
        if let setting = ask.setting {
            return try await answer(ask, setting: setting, request: request, database: database, caller: caller, revision: revision)
        }
        if ask.method == .get, caller.isDebug {
            trace = DebugTrace(
                database.explainRead(ask.path, query: ask.query, by: caller.requester), of: "read", at: ask.path, auth: caller.auth)
        }
        if DatabaseStream.isAsked(for: request) {
            try Self.refusePriority(ask)
            return try await DatabaseStream(
                database: database, path: ask.path, query: ask.query, caller: caller, rounds: parts.rounds, turns: .everybody
            ).response(on: context.channel)
        }
        return try await RESTProfile(ask, of: database, now: now).telling {
            guard ask.method == .get else {
                let limit = ask.writeSizeLimit ?? database.settings.defaultWriteSizeLimit
                let write = LimitedWrite(
                    database: database, caller: caller, limit: limit, store: parts.accounts.store, revision: revision, now: now,
                    turns: .everybody, gathered: GatheredBytes(of: parts.incoming),
                    supply: supply(of: caller, request, context))
                guard Self.mayBeLarge(request) else {
                    return try await self.write(ask, request: request, write, on: context.channel, trace: &trace)
                }
                // Not on the thread of the connection, which other connections share.
                return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try await self.write(ask, request: request, write, on: context.channel, trace: &trace)
                }
            }
            return try await get(ask, database: database, requester: caller.requester, on: context.channel, deadline: deadline)
        }
    }

    /// Returns the allowance of the client's network. Imports by administrators are not counted, because the operator knows their size.
    private func supply(of caller: DatabaseCaller, _ request: Request, _ context: ServerContext) -> ClientSupply? {
        guard !caller.isAdministrator else { return nil }
        let address = clientAddress.address(of: request, context: context)
        return ClientSupply(parts.supply, network: AddressRange.countedNetwork(of: address))
    }

    private static func mayBeLarge(_ request: Request) -> Bool {
        request.headers[.contentLength].map { Int($0).map(Turns.isLarge) ?? true } ?? (request.headers[.transferEncoding] != nil)
    }

    private func write(
        _ ask: DatabaseAsk, request: Request, _ limited: LimitedWrite, on channel: any Channel, trace: inout DebugTrace?
    ) async throws -> Response {
        var write = limited
        switch ask.method {
        case .put, .delete:
            guard !ask.isPriority || ask.ifMatch == nil else { throw DatabaseRefusal.bad("If-Match is not supported for .priority.") }
            let node: Node
            if ask.method == .delete {
                node = .empty
            } else {
                try write.requirePossible(at: ask.path)
                node = try await body(of: request, for: &write)
            }
            var operation = ask.isPriority ? try Self.priority(node, at: ask.path) : .set(node, at: ask.path)
            operation.expectedHash = ask.ifMatch.map { $0 == "null_etag" ? "" : $0 }
            let outcome = try await write(operation, trace: &trace)
            return reply(ask.isPriority ? node : outcome.node, to: ask, limited.database, on: channel)
        case .post:
            try Self.refusePriority(ask)
            try Self.refuseCondition(ask)
            let key = pushIDs.next(milliseconds: Int64(now().timeIntervalSince1970 * 1000))
            try write.requirePossible(at: ask.path.appending(key))
            let node = try await body(of: request, for: &write)
            _ = try await write(.set(node, at: ask.path.appending(key)), trace: &trace)
            var writer = JSONWriter()
            writer.append(member: "name", key.text)
            var response = ask.isSilent ? Response(status: .noContent) : .json(bytes: writer.bytes)
            if ask.wantsEntityTag { response.headers[.eTag] = node.entityTag }
            return response
        default:
            try Self.refusePriority(ask)
            try Self.refuseCondition(ask)
            guard !ask.wantsEntityTag else { throw DatabaseRefusal.bad("ETags are not supported for PATCH.") }
            try write.requirePossible(at: ask.path, orBelow: true)
            let children = try await update(of: request, for: &write)
            _ = try await write(.update(children, at: ask.path), trace: &trace)
            return reply(Self.shown(children), to: ask, limited.database, on: channel)
        }
    }

    private func get(
        _ ask: DatabaseAsk, database: RealtimeDatabase, requester: Requester, on channel: any Channel, deadline: Deadline
    ) async throws -> Response {
        guard ask.ifMatch == nil else { throw DatabaseRefusal.bad("If-Match is not supported for GET.") }
        // An ETag is the hash of the whole subtree, of which a shallow read returns only a part.
        guard ask.form != .shallow || !ask.wantsEntityTag && ask.ifNoneMatch == nil else {
            throw DatabaseRefusal.bad("ETags are not supported with shallow. Request the ETag without shallow.")
        }
        let wantsTag = ask.wantsEntityTag || ask.ifNoneMatch != nil
        // Queries sort the children, and an ETag is the hash of the whole subtree.
        let looksAtAll = wantsTag || !ask.query.isUnfiltered
        let (node, tag) = try await Turns.everybody.take(for: looksAtAll ? database.node(at: ask.path) : .empty) {
            let found = try database.read(ask.path, query: ask.query, needsIndex: true, by: requester)
            let node = ask.isPriority ? found.priority.node : found
            return (node, wantsTag ? node.entityTag : nil)
        }
        if let known = ask.ifNoneMatch, known == tag { return Response(status: .notModified) }
        var response: Response
        if let timeout = ask.timeout, !ask.isSilent {
            response = try await text(node, ask, database).wholeResponse(on: channel) { try deadline.require(within: timeout) }
        } else {
            response = reply(node, to: ask, database, on: channel)
        }
        if let tag { response.headers[.eTag] = tag }
        if let name = ask.download { response.headers[.contentDisposition] = DatabaseAsk.attachment(name) }
        return response
    }

    private static func refusePriority(_ ask: DatabaseAsk) throws(DatabaseRefusal) {
        guard !ask.isPriority else { throw .bad("A priority is read with GET, set with PUT, and removed with DELETE.") }
    }

    private static func refuseCondition(_ ask: DatabaseAsk) throws(DatabaseRefusal) {
        guard ask.ifMatch == nil else { throw .bad("If-Match is not supported for \(ask.method.rawValue).") }
    }

    private static func priority(_ node: Node, at path: TreePath) throws -> WriteOperation {
        .setPriority(try Priority(node), at: path)
    }

    private func text(_ node: Node, _ ask: DatabaseAsk, _ database: RealtimeDatabase) -> NodeResponse {
        NodeResponse(
            node: node, form: ask.form, isPretty: ask.isPretty, turns: .everybody,
            current: { database.node(at: ask.path) })
    }

    private func reply(_ node: Node, to ask: DatabaseAsk, _ database: RealtimeDatabase, on channel: any Channel) -> Response {
        var response = ask.isSilent ? Response(status: .noContent) : text(node, ask, database).response(on: channel)
        if ask.method != .get, ask.wantsEntityTag || ask.ifMatch != nil { response.headers[.eTag] = node.entityTag }
        return response
    }

    /// Returns an update as a node. Priorities come last, because they apply to the nodes that the update sets.
    private static func shown(_ children: [(path: WritePath, node: Node)]) -> Node {
        let sorted = children.filter { !$0.path.isPriority } + children.filter(\.path.isPriority)
        return sorted.reduce(Node.empty) { node, child in (try? node.setting(child.node, at: child.path)) ?? node }
    }

    private func body(of request: Request, for write: inout LimitedWrite) async throws -> Node {
        var reader = NodeReader(limits: .of(write.caller.requester))
        try await read(request, for: &write) { try reader.read($0) }
        return try reader.finish()
    }

    private func update(of request: Request, for write: inout LimitedWrite) async throws -> [(path: WritePath, node: Node)] {
        var reader = UpdateReader(limits: .of(write.caller.requester))
        try await read(request, for: &write) { try reader.read($0) }
        return try reader.finish()
    }

    /// Passes on the parts of a body as they arrive, so that the tree is built without the whole text in memory.
    private func read(_ request: Request, for write: inout LimitedWrite, _ body: (ByteBufferView) throws -> Void) async throws {
        let (isAdministrator, limit) = (write.caller.isAdministrator, write.limit)
        let maxBytes = isAdministrator ? Self.maxAdministratorsBytes : write.caller.maxMessageBytes
        func require(_ count: Int) throws {
            guard count <= maxBytes else { throw TreeError.size(maxBytes: maxBytes) }
            guard count <= limit.maxBytes else { throw DatabaseRefusal.tooBig }
        }
        let length = request.headers[.contentLength].flatMap(Int.init)
        if let length { try require(length) }
        var counted = max(0, length ?? 0)
        try write.supply?.take(counted)
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: isAdministrator ? Self.bodyDeadlines.administrators : Self.bodyDeadlines.standard)
        var count = 0
        defer { if count < counted { write.supply?.giveBack(counted - count) } }
        for try await part in request.body {
            count += part.readableBytes
            try require(count)
            if count > counted {
                try write.supply?.take(count - counted)
                counted = count
            }
            guard isAdministrator || write.gathered.set(count, isStranger: write.caller.isStranger) else {
                throw DatabaseRefusal(.serviceUnavailable, "Too much data is being sent to this server at once. Try again.")
            }
            guard clock.now < end else { throw HTTPError(.requestTimeout, message: "The body took too long.") }
            if Turns.isLarge(count) {
                try await write.turns.take { try body(part.readableBytesView) }
            } else {
                try body(part.readableBytesView)
            }
        }
        write.bytes = count
    }
}

/// The time at which a request arrived.
private struct Deadline {
    private let start = ContinuousClock.now

    /// - Throws: `DatabaseRefusal` if more time has passed.
    func require(within timeout: Duration) throws(DatabaseRefusal) {
        guard start.duration(to: .now) <= timeout else {
            throw .bad("The read took longer than its timeout. Request less data, or increase the timeout.")
        }
    }
}

/// The generator of push IDs, which are in the order of their creation.
private final class PushIDs: Sendable {
    private let generator = Mutex(PushIDGenerator(randomness: SystemRandomNumberGenerator()))

    func next(milliseconds: Int64) -> ChildKey {
        generator.withLock { $0.next(milliseconds: milliseconds) }
    }
}
