// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Logging
import NIOCore
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Firebase's REST interface: every path that ends in `.json` is a place in the tree.
struct DatabaseREST: Sendable {
    private let parts: DatabaseParts
    private let resolver: DatabaseResolver
    private let pushIDs = PushIDs()
    private let now: WallClock

    /// Bytes of an administrator's body; what Firebase takes over REST.
    private static let maxAdministratorsBytes = 256 * 1024 * 1024
    /// Bytes of anybody else's, who may not be allowed to write at all: what Firebase's own clients send at most.
    private static let maxBodyBytes = 16 * 1024 * 1024
    /// For a whole body, and for an administrator's.
    private static let bodyDeadlines = (standard: Duration.seconds(60), administrators: Duration.seconds(900))
    private static let maxRulesBytes = 1024 * 1024

    init(_ parts: DatabaseParts) {
        self.parts = parts
        resolver = DatabaseResolver(parts)
        now = parts.server.now
    }

    func answer(_ request: Request, context: ServerContext) async -> Response {
        do {
            let ask = try DatabaseAsk(request)
            let database = try await resolver.database(ask.namespace)
            let caller = try await resolver.caller(
                token: ask.token, accessToken: ask.accessToken, override: ask.override, project: database.id.project)
            let requester = caller.requester
            if let setting = ask.setting {
                return try await answer(ask, setting: setting, request: request, database: database, requester: requester)
            }
            if DatabaseStream.isAsked(for: request) {
                return try DatabaseStream(database: database, path: ask.path, query: ask.query, caller: caller).response(
                    on: context.channel)
            }
            return try await RESTProfile(ask, of: database, now: now).telling {
                try await answer(ask, request: request, database: database, requester: requester)
            }
        } catch let error as DatabaseRefusal {
            return error.response
        } catch let error as DatabaseError {
            return DatabaseRefusal(error).response
        } catch let error as TreeError {
            return DatabaseRefusal.bad(error.description).response
        } catch let error as HTTPError {
            return DatabaseRefusal(error.status, error.body ?? "\(error.status)").response
        } catch {
            context.logger.error("the database could not answer", metadata: ["why": "\(error)"])
            return DatabaseRefusal(.internalServerError, "Internal server error.").response
        }
    }

    private func answer(
        _ ask: DatabaseAsk, request: Request, database: RealtimeDatabase, requester: Requester
    ) async throws -> Response {
        switch ask.method {
        case .get: return try get(ask, database: database, requester: requester)
        case .put, .delete:
            let node = ask.method == .delete ? Node.empty : try await body(of: request, from: requester)
            var operation = ask.isPriority ? try Self.priority(node, at: ask.path) : .set(node, at: ask.path)
            operation.expectedHash = ask.ifMatch.map { $0 == "null_etag" ? "" : $0 }
            let outcome = try await database.write(operation, by: requester)
            return reply(ask.isPriority ? node : outcome.node, to: ask)
        case .post:
            try Self.refuseCondition(ask)
            let key = pushIDs.next(milliseconds: Int64(now().timeIntervalSince1970 * 1000))
            let node = try await body(of: request, from: requester)
            _ = try await database.write(.set(node, at: ask.path.appending(key)), by: requester)
            var writer = JSONWriter()
            writer.append(member: "name", key.text)
            var response = ask.isSilent ? Response(status: .noContent) : .json(bytes: writer.bytes)
            if ask.wantsEntityTag { response.headers[.eTag] = node.entityTag }
            return response
        default:
            try Self.refuseCondition(ask)
            guard !ask.wantsEntityTag else { throw DatabaseRefusal.bad("PATCH knows no ETag.") }
            let children = try await update(of: request, from: requester)
            _ = try await database.write(.update(children, at: ask.path), by: requester)
            return reply(children.reduce(Node.empty) { $0.setting($1.node, at: $1.path) }, to: ask)
        }
    }

    private func get(_ ask: DatabaseAsk, database: RealtimeDatabase, requester: Requester) throws -> Response {
        guard ask.ifMatch == nil else { throw DatabaseRefusal.bad("GET knows no if-match.") }
        let node = try database.read(ask.path, query: ask.query, by: requester)
        // After the rules have been asked: who may not read learns nothing of them.
        if !database.hasIndex(for: ask.query, at: ask.path) { throw DatabaseRefusal.missingIndex(ask.query, at: ask.path) }
        if let known = ask.ifNoneMatch, known == node.entityTag { return Response(status: .notModified) }
        return reply(ask.isPriority ? node.priority.node : node, to: ask)
    }

    private static func refuseCondition(_ ask: DatabaseAsk) throws(DatabaseRefusal) {
        guard ask.ifMatch == nil else { throw .bad("\(ask.method.rawValue) knows no if-match.") }
    }

    private static func priority(_ node: Node, at path: TreePath) throws -> WriteOperation {
        .setPriority(try Priority(node), at: path)
    }

    private func reply(_ node: Node, to ask: DatabaseAsk) -> Response {
        var response = ask.isSilent ? Response(status: .noContent) : .json(bytes: node.jsonBytes(ask.form, isPretty: ask.isPretty))
        if ask.wantsEntityTag || ask.ifMatch != nil { response.headers[.eTag] = node.entityTag }
        return response
    }

    private func body(of request: Request, from requester: Requester) async throws -> Node {
        var reader = NodeReader()
        try await read(request, from: requester) { try reader.read($0) }
        return try reader.finish()
    }

    private func update(of request: Request, from requester: Requester) async throws -> [(path: TreePath, node: Node)] {
        var reader = UpdateReader()
        try await read(request, from: requester) { try reader.read($0) }
        return try reader.finish()
    }

    /// Hands on a body as it arrives; a tree is made of it without the whole text in memory.
    private func read(_ request: Request, from requester: Requester, _ body: (ByteBufferView) throws -> Void) async throws {
        let isAdministrator = if case .administrator = requester { true } else { false }
        let maxBytes = isAdministrator ? Self.maxAdministratorsBytes : Self.maxBodyBytes
        if let length = request.headers[.contentLength].flatMap(Int.init), length > maxBytes { throw TreeError.size(maxBytes: maxBytes) }
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: isAdministrator ? Self.bodyDeadlines.administrators : Self.bodyDeadlines.standard)
        var count = 0
        for try await part in request.body {
            count += part.readableBytes
            guard count <= maxBytes else { throw TreeError.size(maxBytes: maxBytes) }
            guard clock.now < end else { throw HTTPError(.requestTimeout) }
            try body(part.readableBytesView)
        }
    }

    // MARK: Settings

    private func answer(
        _ ask: DatabaseAsk, setting: String, request: Request, database: RealtimeDatabase, requester: Requester
    ) async throws -> Response {
        guard case .administrator = requester else { throw DatabaseRefusal.permissionDenied }
        if setting == "profile", ask.method == .get { return ProfileStream.response(of: database) }
        guard setting == "rules" else { throw DatabaseRefusal(.notFound, "There is no setting \"\(setting.prefix(64))\".") }
        switch ask.method {
        case .get: return .json(bytes: Array(database.rules.text.utf8))
        case .put:
            let text = String(decoding: try await request.bytes(upTo: Self.maxRulesBytes), as: UTF8.self)
            let rules: SecurityRules
            do {
                rules = try SecurityRules(text)
            } catch {
                throw DatabaseRefusal.bad(error.rendered())
            }
            if !ask.isDryRun {
                try parts.requireOwnRules(of: database.id)
                try await database.replace(rules: rules)
            }
            return .json(bytes: Array(#"{"status":"ok"}"#.utf8))
        default: throw DatabaseRefusal(.methodNotAllowed, "Rules are read with GET and written with PUT.")
        }
    }
}

/// The push ids of one server, in the order in which they were made.
private final class PushIDs: Sendable {
    private let generator = Mutex(PushIDGenerator(randomness: SystemRandomNumberGenerator()))

    func next(milliseconds: Int64) -> ChildKey {
        generator.withLock { $0.next(milliseconds: milliseconds) }
    }
}
