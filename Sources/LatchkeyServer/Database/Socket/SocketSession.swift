// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
actor SocketSession {
    private struct ListenKey: Hashable {
        let path: TreePath
        let query: Query
        let tag: Int?
    }

    nonisolated let id: String
    private let database: RealtimeDatabase
    private let resolver: DatabaseResolver
    private let outgoing: OutgoingMessages
    private let logger: Logger
    private var caller = DatabaseCaller.nobody
    private var listeners: [ListenKey: ListenerID] = [:]
    private var onDisconnect = OnDisconnect()
    private var expiry: Task<Void, Never>?

    /// Of one client: how often it listens, and how much it leaves for the moment when it is gone.
    private static let maxListeners = 10_000
    private static let maxOnDisconnect = 1_000
    /// What Firebase takes from a client at once, and what is gathered of a client that did not say who it is.
    private static let maxBytesOfMessage = (known: 16 * 1024 * 1024, unknown: 1024 * 1024)

    var maxMessageBytes: Int {
        if case .user(.null) = caller.requester { Self.maxBytesOfMessage.unknown } else { Self.maxBytesOfMessage.known }
    }

    init(id: String, database: RealtimeDatabase, resolver: DatabaseResolver, outgoing: OutgoingMessages, logger: Logger) {
        self.id = id
        self.database = database
        self.resolver = resolver
        self.outgoing = outgoing
        self.logger = logger
    }

    /// - Throws: when the message is none of this protocol's, so that there is no going on.
    func take(_ text: [UInt8]) async throws {
        let message = try JSONValue(json: text)
        guard let data = message["d"] else { throw SocketRequestError("no message of this protocol") }
        switch message["t"]?.string {
        case "c": control(data)
        case "d": await request(data)
        default: throw SocketRequestError("no message of this protocol")
        }
    }

    private func control(_ data: JSONValue) {
        if data["t"]?.string == "p" { outgoing.send(SocketMessage.pong) }
    }

    private func request(_ data: JSONValue) async {
        guard let number = data["r"]?.number.flatMap({ Int(exactly: $0) }), let action = data["a"]?.string else { return }
        do {
            guard let request = try SocketRequest(action: action, body: data["b"] ?? .scalar(.null)) else {
                return outgoing.send(
                    SocketMessage.response(to: number, status: "failed", text: "There is no action “\(action.prefix(16))”."))
            }
            try await answer(request, number)
        } catch let error as DatabaseError {
            outgoing.send(Self.refusal(number, error))
        } catch let error as DatabaseRefusal {
            outgoing.send(SocketMessage.response(to: number, status: error.socketStatus, text: error.message))
        } catch let error as any BadDatabaseRequest {
            outgoing.send(SocketMessage.response(to: number, status: "failed", text: error.description))
        } catch {
            logger.error("the database could not answer", metadata: ["why": "\(error)"])
            outgoing.send(SocketMessage.response(to: number, status: "failed", text: "Internal server error."))
        }
    }

    private func answer(_ request: SocketRequest, _ number: Int) async throws {
        let done = SocketMessage.response(to: number, status: "ok")
        switch request {
        case .listen(let path, let query, let tag, let hash): try listen(path, query, tag: tag, hash: hash, number)
        case .unlisten(let path, let query, let tag):
            if let listener = listeners.removeValue(forKey: ListenKey(path: path, query: query, tag: tag)) { database.end(listener) }
            outgoing.send(done)
        case .get(let path, let query):
            let node = try database.read(path, query: query, by: caller.requester)
            outgoing.send(SocketMessage.response(to: number, status: "ok") { $0.append(node, .export) })
        case .put(let path, let node, let hash): submit(try Self.operation(node, at: path, hash: hash), number)
        case .merge(let path, let children, let hash): submit(try .update(children, at: path, expectedHash: hash), number)
        case .onDisconnectPut(let path, let node):
            let operation = try Self.operation(node, at: path, hash: nil)
            try requireRoom(for: 1)
            try database.check(operation, by: caller.requester)
            onDisconnect.set(operation)
            outgoing.send(done)
        case .onDisconnectMerge(let path, let children):
            try requireRoom(for: children.count)
            try database.check(try .update(children, at: path), by: caller.requester)
            for child in children { onDisconnect.set(.set(child.node, at: path.appending(child.path))) }
            outgoing.send(done)
        case .onDisconnectCancel(let path):
            onDisconnect.cancel(path)
            outgoing.send(done)
        case .authenticate(let credential, let override):
            caller = try await resolver.caller(credential: credential, override: override, project: database.id.project)
            authChanged()
            outgoing.send(SocketMessage.response(to: number, status: "ok") { $0.append(raw: "{}") })
        case .unauthenticate:
            caller = .nobody
            authChanged()
            outgoing.send(done)
        case .noted: outgoing.send(done)
        }
    }

    private func requireRoom(for count: Int) throws {
        guard onDisconnect.operations.count + count <= Self.maxOnDisconnect else {
            throw SocketRequestError("A client leaves at most \(Self.maxOnDisconnect) changes for the end of its connection.")
        }
    }

    private static func operation(_ node: Node, at path: WritePath, hash: String?) throws -> WriteOperation {
        path.isPriority ? .setPriority(try Priority(node), at: path.node) : .set(node, at: path.node, expectedHash: hash)
    }

    private func submit(_ operation: WriteOperation, _ number: Int) {
        database.submit(operation, by: caller.requester) { [outgoing] result in
            switch result {
            case .success: outgoing.send(SocketMessage.response(to: number, status: "ok"))
            case .failure(let error): outgoing.send(Self.refusal(number, error))
            }
        }
    }

    private func listen(_ path: TreePath, _ query: Query, tag: Int?, hash: String, _ number: Int) throws {
        let key = ListenKey(path: path, query: query, tag: tag)
        if let listener = listeners.removeValue(forKey: key) { database.end(listener) }
        guard listeners.count < Self.maxListeners else { throw SocketRequestError("A client listens at most \(Self.maxListeners) times.") }
        listeners[key] = try database.listen(
            to: path, query: query, by: caller.requester,
            sink: { [outgoing] event in
                switch event {
                case .put(let path, let node): outgoing.send(SocketMessage.put(node, at: path, tag: tag))
                case .merge(let path, let children): outgoing.send(SocketMessage.merge(children, at: path, tag: tag))
                case .revoked: outgoing.send(SocketMessage.revoked(path, query: query))
                }
            },
            first: { node in
                // A client that was away may hold it already; without a hash it holds nothing.
                if hash.isEmpty ? !node.isEmpty : node.hash != hash { outgoing.send(SocketMessage.put(node, at: path, tag: tag)) }
            })
        let hasIndex = database.hasIndex(for: query, at: path)
        outgoing.send(SocketMessage.response(to: number, status: "ok") { $0.append(raw: hasIndex ? "{}" : #"{"w":["no_index"]}"#) })
    }

    /// Those who listen are asked anew, and the end of the credential is watched.
    private func authChanged() {
        for (key, listener) in listeners where !database.change(listener, to: caller.requester) {
            outgoing.send(SocketMessage.revoked(key.path, query: key.query))
            listeners[key] = nil
        }
        expiry?.cancel()
        guard let end = caller.expiresAt else { return }
        expiry = Task { [outgoing] in
            let seconds = end.timeIntervalSince1970 - Date().timeIntervalSince1970
            guard (try? await Task.sleep(for: .seconds(max(seconds, 0)))) != nil else { return }
            self.credentialEnded()
            outgoing.send(SocketMessage.authRevoked)
        }
    }

    private func credentialEnded() {
        caller = .nobody
        expiry = nil
        authChanged()
    }

    /// The client is gone: what it asked for ends, and what it left for this moment happens.
    func end() {
        for listener in listeners.values { database.end(listener) }
        listeners = [:]
        expiry?.cancel()
        for operation in onDisconnect.operations { database.submit(operation, by: caller.requester) { _ in } }
        onDisconnect = OnDisconnect()
        outgoing.finish()
    }

    private static func refusal(_ number: Int, _ error: DatabaseError) -> [UInt8] {
        let refusal = DatabaseRefusal(error)
        return SocketMessage.response(to: number, status: refusal.socketStatus, text: refusal.socketText)
    }
}

extension DatabaseRefusal {
    /// The word for it in this protocol.
    fileprivate var socketStatus: String {
        if current != nil { return "datastale" }
        switch status {
        case .unauthorized:
            return self.message == Self.permissionDenied.message
                ? "permission_denied" : self.message == Self.expiredToken.message ? "expired_token" : "invalid_token"
        case .serviceUnavailable: return "unavailable"
        default: return "failed"
        }
    }

    fileprivate var socketText: String { current == nil ? message : "Transaction hash does not match" }
}
