import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyNodes
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

    func respond(to request: Request, context: ServerContext) async -> Response {
        guard PassedRequest.isTrusted(request.headers, from: context.remoteAddress, parts.accounts.trustedProxies) else {
            return DatabaseRefusal.untrustedNode.response
        }
        return await respond(to: request, context: context, mayAskAgain: parts.passage != nil)
    }

    /// - Parameter mayAskAgain: Whether to ask the store again which node has the database if that node cannot be reached.
    private func respond(to request: Request, context: ServerContext, mayAskAgain: Bool) async -> Response {
        let address = clientAddress.address(of: request, context: context)
        var trace: DebugTrace?
        var response: Response
        do {
            response = try await respond(to: request, context: context, from: address, trace: &trace)
        } catch let error as DatabaseRefusal {
            if let cause = error.cause { context.logger.debug("a credential was refused", metadata: ["why": "\(cause)"]) }
            if let reason = error.refusedToken { resolver.note(refusal: reason, from: address) }
            response = error.response
        } catch let error as DatabaseError {
            response = DatabaseRefusal(error).response
        } catch let error as StoreTrouble {
            context.logger.error("a database request failed", metadata: ["why": "\(error)"])
            response = DatabaseRefusal.noStore.response
        } catch let error as DatabaseOfAnotherNode {
            let passed = await parts.response(of: error, to: request, context)
            if passed == nil, mayAskAgain { return await respond(to: request, context: context, mayAskAgain: false) }
            response = passed ?? DatabaseRefusal.elsewhere.response
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

    private func respond(
        to request: Request, context: ServerContext, from address: String?, trace: inout DebugTrace?
    ) async throws -> Response {
        let deadline = Deadline()
        let input = try DatabaseRequest(request)
        let host = DatabaseHost.name(for: request, context, parts.accounts.trustedProxies)
        let isStream = DatabaseStream.isAsked(for: request) && input.setting == nil
        let database = try await parts.following(isStream) { try await resolver.database(input.namespace, host: host) }
        if database.isReplica { try await database.catchUp() }
        let revision = await parts.accounts.store.revision
        let caller = try await resolver.caller(
            token: input.token, accessToken: input.accessToken, override: input.override, project: database.id.project,
            from: ClientDescription(address: address))
        if let setting = input.setting {
            return try await respond(
                input, setting: setting, request: request, from: address, database: database, caller: caller, revision: revision)
        }
        if input.method == .get, caller.isDebug {
            trace = DebugTrace(
                database.explainRead(input.path, query: input.query, by: caller.requester), of: "read", at: input.path, auth: caller.auth)
        }
        if isStream {
            try Self.refusePriority(input)
            guard let place = parts.clients.places.take(AddressRange.countedNetwork(of: address)) else {
                throw DatabaseRefusal.tooManyStreams
            }
            return try await DatabaseStream(
                database: database, path: input.path, query: input.query, caller: caller, rounds: parts.rounds, turns: .everybody
            ).response(on: context.channel, at: place)
        }
        return try await RESTProfile(input, of: database, now: now).telling {
            guard input.method == .get else {
                let limit = input.writeSizeLimit ?? database.settings.defaultWriteSizeLimit
                let write = LimitedWrite(
                    database: database, caller: caller, limit: limit, store: parts.accounts.store, revision: revision, now: now,
                    turns: .everybody, gathered: GatheredBytes(of: parts.incoming),
                    supply: supply(of: caller, at: address))
                guard Self.mayBeLarge(request) else {
                    return try await self.write(input, request: request, write, on: context.channel, trace: &trace)
                }
                // Not on the thread of the connection, which other connections share.
                return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try await self.write(input, request: request, write, on: context.channel, trace: &trace)
                }
            }
            return try await get(input, database: database, requester: caller.requester, on: context.channel, deadline: deadline)
        }
    }

    /// Returns the allowance of the client's network. Imports by administrators are not counted, because the operator knows their size.
    private func supply(of caller: DatabaseCaller, at address: String?) -> ClientSupply? {
        guard !caller.isAdministrator else { return nil }
        return ClientSupply(parts.supply, network: AddressRange.countedNetwork(of: address))
    }

    private static func mayBeLarge(_ request: Request) -> Bool {
        request.headers[.contentLength].map { Int($0).map(Turns.isLarge) ?? true } ?? (request.headers[.transferEncoding] != nil)
    }

    private func write(
        _ input: DatabaseRequest, request: Request, _ limited: LimitedWrite, on channel: any Channel, trace: inout DebugTrace?
    ) async throws -> Response {
        var write = limited
        switch input.method {
        case .put, .delete:
            guard !input.isPriority || input.ifMatch == nil else { throw DatabaseRefusal.bad("If-Match is not supported for .priority.") }
            let node: Node
            if input.method == .delete {
                node = .empty
            } else {
                try write.requirePossible(at: input.path)
                node = try await body(of: request, for: &write)
            }
            var operation = input.isPriority ? try Self.priority(node, at: input.path) : .set(node, at: input.path)
            operation.expectedHash = input.ifMatch.map { $0 == "null_etag" ? "" : $0 }
            let outcome = try await write(operation, trace: &trace)
            return reply(input.isPriority ? node : outcome.node, to: input, limited.database, on: channel)
        case .post:
            try Self.refusePriority(input)
            try Self.refuseCondition(input)
            let key = pushIDs.next(milliseconds: Int64(now().timeIntervalSince1970 * 1000))
            try write.requirePossible(at: input.path.appending(key))
            let node = try await body(of: request, for: &write)
            _ = try await write(.set(node, at: input.path.appending(key)), trace: &trace)
            var writer = JSONWriter()
            writer.append(member: "name", key.text)
            var response = input.isSilent ? Response(status: .noContent) : .json(bytes: writer.bytes)
            if input.wantsEntityTag { response.headers[.eTag] = node.entityTag }
            return response
        default:
            try Self.refusePriority(input)
            try Self.refuseCondition(input)
            guard !input.wantsEntityTag else { throw DatabaseRefusal.bad("ETags are not supported for PATCH.") }
            try write.requirePossible(at: input.path, orBelow: true)
            let children = try await update(of: request, for: &write)
            _ = try await write(.update(children, at: input.path), trace: &trace)
            return reply(Self.shown(children), to: input, limited.database, on: channel)
        }
    }

    private func get(
        _ input: DatabaseRequest, database: RealtimeDatabase, requester: Requester, on channel: any Channel, deadline: Deadline
    ) async throws -> Response {
        guard input.ifMatch == nil else { throw DatabaseRefusal.bad("If-Match is not supported for GET.") }
        // An ETag is the hash of the whole subtree, of which a shallow read returns only a part.
        guard input.form != .shallow || !input.wantsEntityTag && input.ifNoneMatch == nil else {
            throw DatabaseRefusal.bad("ETags are not supported with shallow. Request the ETag without shallow.")
        }
        let wantsTag = input.wantsEntityTag || input.ifNoneMatch != nil
        // Queries sort the children, and an ETag is the hash of the whole subtree.
        let looksAtAll = wantsTag || !input.query.isUnfiltered
        let (node, tag) = try await Turns.everybody.take(for: looksAtAll ? database.node(at: input.path) : .empty) {
            let found = try database.read(input.path, query: input.query, needsIndex: true, by: requester)
            let node = input.isPriority ? found.priority.node : found
            return (node, wantsTag ? node.entityTag : nil)
        }
        if let tag, input.ifNoneMatch == tag { return Response(status: .notModified, headers: [.eTag: tag]) }
        var response: Response
        if let timeout = input.timeout, !input.isSilent {
            response = try await text(node, input, database).wholeResponse(on: channel) { try deadline.require(within: timeout) }
        } else {
            response = reply(node, to: input, database, on: channel)
        }
        if let tag { response.headers[.eTag] = tag }
        if let name = input.download { response.headers[.contentDisposition] = DatabaseRequest.attachment(name) }
        return response
    }

    private static func refusePriority(_ input: DatabaseRequest) throws(DatabaseRefusal) {
        guard !input.isPriority else { throw .bad("A priority is read with GET, set with PUT, and removed with DELETE.") }
    }

    private static func refuseCondition(_ input: DatabaseRequest) throws(DatabaseRefusal) {
        guard input.ifMatch == nil else { throw .bad("If-Match is not supported for \(input.method.rawValue).") }
    }

    private static func priority(_ node: Node, at path: TreePath) throws -> WriteOperation {
        .setPriority(try Priority(node), at: path)
    }

    private func text(_ node: Node, _ input: DatabaseRequest, _ database: RealtimeDatabase) -> NodeResponse {
        NodeResponse(
            node: node, form: input.form, isPretty: input.isPretty, turns: .everybody,
            current: { database.node(at: input.path) })
    }

    private func reply(_ node: Node, to input: DatabaseRequest, _ database: RealtimeDatabase, on channel: any Channel) -> Response {
        var response = input.isSilent ? Response(status: .noContent) : text(node, input, database).response(on: channel)
        if input.method != .get, input.wantsEntityTag || input.ifMatch != nil { response.headers[.eTag] = node.entityTag }
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
