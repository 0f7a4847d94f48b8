import LatchkeyTree
import Synchronization

@testable import LatchkeyDatabase

/// A small, correct server: one tree, listens with queries, windows, transactions by hash. The test controls when each of its steps runs
/// and when each message is delivered.
final class HonestServer: Sendable {
    private struct State {
        var root = Node.empty
        var time = 1000.0
        var clients: [HonestConnection] = []
    }

    private let state = Mutex(State())

    var root: Node { state.withLock { $0.root } }

    func connect() -> HonestConnection {
        let connection = HonestConnection(server: self)
        state.withLock { $0.clients.append(connection) }
        return connection
    }

    /// No client may read or write below this key.
    static let secret = "secret"

    static func isAllowed(_ path: TreePath) -> Bool { path.keys.first?.text != secret }

    /// Applies a write and notifies all affected clients.
    ///
    /// - Returns: The error status if the write is not allowed, or if the hash does not match the current value; `nil` on success.
    func write(_ changes: [(path: WritePath, node: Node)], hash: String?) -> String? {
        state.withLock { state in
            guard changes.allSatisfy({ Self.isAllowed($0.path.node) }) else { return "permission_denied" }
            if let hash, let path = changes.first?.path.node, state.root[path].hash != hash { return "datastale" }
            state.time += 1
            let before = state.root
            var after = before
            for (path, node) in changes {
                if path.isPriority {
                    guard let priority = try? Priority(node) else { continue }
                    let carrier = Node(.boolean(true), priority: priority).resolvingServerValues(
                        existing: before[path.node], now: state.time)
                    after = after.setting(priority: carrier.priority, at: path.node)
                } else {
                    after = after.setting(node.resolvingServerValues(existing: before[path.node], now: state.time), at: path.node)
                }
            }
            state.root = after
            for client in state.clients { client.tell(before, after) }
            return nil
        }
    }
}

/// The connection of one client. Messages in both directions wait until they are delivered.
final class HonestConnection: ServerConnection {
    private struct Listen {
        var path: TreePath
        var query: Query
        var tag: Int?
        var hash: @Sendable () -> String
        var completion: @Sendable (ServerReply) -> Void
        var isHeard = false
    }

    private struct Write {
        var id: Int
        var changes: [(path: WritePath, node: Node)]
        var hash: String?
        var isSent = false
        var completion: @Sendable (ServerReply) -> Void
    }

    private enum Request {
        case listen(Int), unlisten(Int)
        case write(Int)
        case get(TreePath, Query, @Sendable (Result<Node, ServerFailure>) -> Void)
    }

    private struct State {
        var receiver: (any ServerReceiver)?
        var listens: [Int: Listen] = [:]
        var writes: [Write] = []
        var toServer: [Request] = []
        var toClient: [@Sendable () -> Void] = []
        var lastID = 0
    }

    private let server: HonestServer
    private let state = Mutex(State())

    init(server: HonestServer) {
        self.server = server
    }

    // Message delivery.

    /// Lets the server process the next request. Returns false if there is none.
    func serverStep() -> Bool {
        let request = state.withLock { state in state.toServer.isEmpty ? nil : state.toServer.removeFirst() }
        switch request {
        case nil: return false
        case .listen(let id): hear(id)
        case .unlisten(let id): state.withLock { $0.listens[id] = nil }
        case .get(let path, let query, let completion):
            let root = server.root
            respond {
                completion(
                    HonestServer.isAllowed(path)
                        ? .success(query.apply(to: root[path])) : .failure(ServerFailure(status: "permission_denied", text: "")))
            }
        case .write(let id):
            let write = state.withLock { state in
                let index = state.writes.firstIndex { $0.id == id }
                if let index { state.writes[index].isSent = true }
                return index.map { state.writes[$0] }
            }
            guard let write else { return true }
            let failure = server.write(write.changes, hash: write.hash)
            respond { [weak self] in
                self?.state.withLock { $0.writes.removeAll { $0.id == id } }
                write.completion(failure.map { .failed(ServerFailure(status: $0, text: "")) } ?? .ok(warnings: []))
            }
        }
        return true
    }

    /// Delivers the server's next message to the client. Returns false if there is none.
    func clientStep() -> Bool {
        let message = state.withLock { state in state.toClient.isEmpty ? nil : state.toClient.removeFirst() }
        message?()
        return message != nil
    }

    /// Breaks and restores the connection: messages in flight are lost; listens and unacknowledged writes are sent again.
    func breakAndReconnect() {
        let (receiver, lost) = state.withLock { state in
            state.toClient = []
            // A write that was sent with a hash may have been applied.
            let lost = state.writes.filter { $0.hash != nil && $0.isSent }
            state.writes.removeAll { $0.hash != nil && $0.isSent }
            let gets = state.toServer.filter { if case .get = $0 { true } else { false } }
            for id in state.listens.keys { state.listens[id]?.isHeard = false }
            let ended = state.toServer.compactMap { if case .unlisten(let id) = $0 { id } else { nil } }
            for id in ended { state.listens[id] = nil }
            state.toServer = state.listens.keys.sorted().map { .listen($0) } + state.writes.map { .write($0.id) } + gets
            return (state.receiver, lost)
        }
        receiver?.connectionChanged(isConnected: false)
        for write in lost { write.completion(.failed(ServerFailure(status: "disconnect", text: ""))) }
        receiver?.connectionChanged(isConnected: true)
    }

    private func respond(_ message: @escaping @Sendable () -> Void) {
        state.withLock { $0.toClient.append(message) }
    }

    private func hear(_ id: Int) {
        guard let listen = state.withLock({ $0.listens[id] }) else { return }
        guard HonestServer.isAllowed(listen.path) else {
            return respond { [weak self] in
                self?.state.withLock { $0.listens[id] = nil }
                listen.completion(.failed(ServerFailure(status: "permission_denied", text: "")))
            }
        }
        // The client still has the value of this hash, because no message to it is in flight.
        let node = listen.query.apply(to: server.root[listen.path])
        let isKnown = listen.hash() == node.hash && state.withLock { $0.toClient.isEmpty }
        state.withLock { $0.listens[id]?.isHeard = true }
        if !isKnown { push(node, listen) }
        respond { listen.completion(.ok(warnings: [])) }
    }

    private func push(_ node: Node, _ listen: Listen) {
        respond { [weak self] in
            self?.state.withLock { $0.receiver }?.received(node, at: listen.path, tag: listen.tag)
        }
    }

    /// Notifies the listens of a change of the server's tree.
    func tell(_ before: Node, _ after: Node) {
        let (receiver, listens) = state.withLock { state in
            (state.receiver, state.listens.sorted { $0.key < $1.key }.map(\.value).filter(\.isHeard))
        }
        for listen in listens {
            for change in listen.query.changes(from: before[listen.path], to: after[listen.path]) {
                let path = listen.path.appending(change.path)
                switch change.content {
                case .set(let node): respond { receiver?.received(node, at: path, tag: listen.tag) }
                case .merge(let children):
                    let children = children.map { (path: WritePath(TreePath(keys: [$0.key])), node: $0.node) }
                    respond { receiver?.received(children, at: path, tag: listen.tag) }
                case .priority(let priority):
                    respond {
                        receiver?.received([(path: WritePath(.root, isPriority: true), node: priority.node)], at: path, tag: listen.tag)
                    }
                }
            }
        }
    }

    // Requests of the client.

    func start(_ receiver: any ServerReceiver) { state.withLock { $0.receiver = receiver } }

    func listen(
        to path: TreePath, query: Query, tag: Int?, hash: @escaping @Sendable () -> String,
        completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        state.withLock { state in
            state.lastID += 1
            state.listens[state.lastID] = Listen(path: path, query: query, tag: tag, hash: hash, completion: completion)
            state.toServer.append(.listen(state.lastID))
        }
    }

    func unlisten(from path: TreePath, query: Query, tag: Int?) {
        state.withLock { state in
            let listens = state.listens.filter { $0.value.path == path && $0.value.query == query && $0.value.tag == tag }
            if let id = listens.keys.min() { state.toServer.append(.unlisten(id)) }
        }
    }

    func get(_ path: TreePath, query: Query, completion: @escaping @Sendable (Result<Node, ServerFailure>) -> Void) {
        state.withLock { $0.toServer.append(.get(path, query, completion)) }
    }

    func put(
        _ node: Node, at path: WritePath, hash: String?, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        write([(path, node)], hash: hash, completion)
    }

    func merge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        let changes = children.map { (path: WritePath(path.appending($0.path.node), isPriority: $0.path.isPriority), node: $0.node) }
        write(changes, hash: nil, completion)
    }

    private func write(
        _ changes: [(path: WritePath, node: Node)], hash: String?, _ completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        state.withLock { state in
            state.lastID += 1
            state.writes.append(Write(id: state.lastID, changes: changes, hash: hash, completion: completion))
            state.toServer.append(.write(state.lastID))
        }
    }

    // Not relevant to these tests.

    func onDisconnectPut(
        _ node: Node, at path: WritePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void
    ) {
        respond { completion(.ok(warnings: [])) }
    }
    func onDisconnectMerge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerReply) -> Void
    ) { respond { completion(.ok(warnings: [])) } }
    func onDisconnectCancel(_ path: TreePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void) {
        respond { completion(.ok(warnings: [])) }
    }
    func purgeOutstandingWrites() {}
    func goOffline() {}
    func end(_ reason: String) {}
    func goOnline() {}
}
