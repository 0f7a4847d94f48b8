import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// A connection with the test as its server: it records requests, and the test responds to them.
final class ScriptedConnection: ServerConnection {
    private struct State {
        var receiver: (any ServerReceiver)?
        var calls: [String] = []
        var unanswered: [(call: String, reply: @Sendable (ServerReply) -> Void)] = []
        var gets: [(call: String, reply: @Sendable (Result<Node, ServerFailure>) -> Void)] = []
        var automatic: (@Sendable (String) -> ServerReply)?
        var hashes: [String: @Sendable () -> String] = [:]
        /// Listens that were not revoked, in order.
        var listens: [(call: String, reply: @Sendable (ServerReply) -> Void)] = []
    }

    private let state = Mutex(State())

    /// Returns the requests since the last call, in order.
    func calls() -> [String] {
        state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
    }

    /// The hash that the client sends with a listen.
    func hash(_ call: String) throws -> String {
        let hash = state.withLock { $0.hashes[call] }
        let found = try #require(hash)
        return found()
    }

    /// Makes every later call complete by itself, after it returns.
    func respondToAll(_ reply: @escaping @Sendable (String) -> ServerReply) {
        state.withLock { $0.automatic = reply }
    }

    // Messages of the server.

    func ok(_ call: String, warnings: [String] = []) throws { try take(call)(.ok(warnings: warnings)) }

    func fail(_ call: String, _ status: String, _ text: String = "") throws {
        try take(call)(.failed(ServerFailure(status: status, text: text)))
    }

    /// Revokes the first listen with this description.
    func revoke(_ call: String) throws {
        let listen = state.withLock { state in state.listens.firstIndex { $0.call == call }.map { state.listens.remove(at: $0) } }
        try #require(listen).reply(.failed(.revoked(.root)))
    }

    func respondToGet(_ call: String, _ result: Result<Node, ServerFailure>) throws {
        let get = state.withLock { state in state.gets.firstIndex { $0.call == call }.map { state.gets.remove(at: $0) } }
        let found = try #require(get)
        found.reply(result)
    }

    func push(_ path: String, _ json: String, tag: Int? = nil) throws {
        try receiver().received(try node(json), at: try TreePath(path), tag: tag)
    }

    func pushMerge(_ path: String, _ children: [(String, String)], tag: Int? = nil) throws {
        let children = try children.map { (path: try WritePath($0.0), node: try node($0.1)) }
        try receiver().received(children, at: try TreePath(path), tag: tag)
    }

    func receiver() throws -> any ServerReceiver {
        let receiver = state.withLock { $0.receiver }
        return try #require(receiver)
    }

    private func take(_ call: String) throws -> @Sendable (ServerReply) -> Void {
        let found = state.withLock { state in
            state.unanswered.firstIndex { $0.call == call }.map { state.unanswered.remove(at: $0).reply }
        }
        return try #require(found, "\(call) was not asked for")
    }

    // Requests of the client.

    private func note(_ call: String, _ reply: (@Sendable (ServerReply) -> Void)? = nil) {
        let automatic = state.withLock { state in
            state.calls.append(call)
            if let reply, state.automatic == nil { state.unanswered.append((call, reply)) }
            return state.automatic
        }
        if let reply, let automatic { Task { reply(automatic(call)) } }
    }

    func start(_ receiver: any ServerReceiver) { state.withLock { $0.receiver = receiver } }

    func listen(
        to path: TreePath, query: Query, tag: Int?, hash: @escaping @Sendable () -> String,
        completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        let call = "listen \(Self.text(path, query, tag))"
        state.withLock { state in
            state.hashes[call] = hash
            state.listens.append((call, completion))
        }
        note(call, completion)
    }

    func unlisten(from path: TreePath, query: Query, tag: Int?) { note("unlisten \(Self.text(path, query, tag))") }

    func get(_ path: TreePath, query: Query, completion: @escaping @Sendable (Result<Node, ServerFailure>) -> Void) {
        let call = "get \(Self.text(path, query, nil))"
        state.withLock { state in
            state.calls.append(call)
            state.gets.append((call, completion))
        }
    }

    func put(
        _ node: Node, at path: WritePath, hash: String?, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        note("put \(Self.text(path)) \(node.json(.export))\(hash.map { " if \($0)" } ?? "")\(Self.text(owner))", completion)
    }

    func merge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        note("merge \(path) \(Self.text(children))\(Self.text(owner))", completion)
    }

    func onDisconnectPut(
        _ node: Node, at path: WritePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        note("onDisconnectPut \(Self.text(path)) \(node.json(.export))\(Self.text(owner))", completion)
    }

    func onDisconnectMerge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerReply) -> Void
    ) { note("onDisconnectMerge \(path) \(Self.text(children))", completion) }

    func onDisconnectCancel(_ path: TreePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void) {
        note("onDisconnectCancel \(path)", completion)
    }

    func purgeOutstandingWrites() {
        note("purge")
        let writes = state.withLock { state in
            let writes = state.unanswered.filter { $0.call.hasPrefix("put") || $0.call.hasPrefix("merge") }
            state.unanswered.removeAll { $0.call.hasPrefix("put") || $0.call.hasPrefix("merge") }
            return writes
        }
        // A real connection reports this later, outside the call; the scripted one uses a task.
        Task { for write in writes { write.reply(.failed(ServerFailure(status: "write_canceled", text: ""))) } }
    }

    func goOffline() { note("goOffline") }
    func end(_ reason: String) {
        note("end")
        let failure = ServerFailure(status: "unavailable", text: reason)
        let unanswered = state.withLock { state in
            defer { (state.unanswered, state.gets) = ([], []) }
            return state.unanswered.map(\.reply) + state.gets.map { get in { _ in get.reply(.failure(failure)) } }
        }
        Task { for reply in unanswered { reply(.failed(failure)) } }
    }
    func goOnline() { note("goOnline") }

    private static func text(_ path: TreePath, _ query: Query, _ tag: Int?) -> String {
        "\(path)\(query.isUnfiltered && query.order == .priority ? "" : " \(query.queryObjectText)")\(tag.map { " tag \($0)" } ?? "")"
    }

    private static func text(_ owner: WriteOwner) -> String {
        (owner.uid.map { " by \($0)" } ?? "") + (owner.isOfEarlierRun && owner.uid != nil ? ", earlier" : "")
    }

    private static func text(_ path: WritePath) -> String {
        path.isPriority ? (path.node.isRoot ? "/.priority" : "\(path.node)/.priority") : "\(path.node)"
    }

    private static func text(_ children: [(path: WritePath, node: Node)]) -> String {
        children.map { "\(text($0.path)) \($0.node.json(.export))" }.joined(separator: ", ")
    }
}

func node(_ json: String) throws -> Node { try Node(json: json.utf8) }
