import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// A connection in an environment that the test controls.
final class Desk: Sendable {
    let transport = ScriptedTransport()
    let time = ManualTime()
    let notebook = Notebook()
    let person: Person
    let connection: PersistentConnection

    init(url: String = "https://db.example.com", token: String? = nil) {
        let person = Person(token)
        self.person = person
        connection = PersistentConnection(
            address: Result { () throws(DatabaseConfigurationError) in try DatabaseAddress(url) },
            parts: ConnectionParts(
                transport: transport,
                credential: ConnectionCredential(current: { person.signedIn }, token: { try person.token(forcingRefresh: $0) }),
                time: time.time, random: { 1 }, warn: { [notebook] in notebook.write("warned: \($0)") }))
    }

    /// Starts the connection and sends the server's hello.
    func open(session: String = "session-1") async throws -> ScriptedLine {
        connection.start(notebook)
        return try await greeted(session: session)
    }

    /// Returns the next connection, with the hello sent. If a user is signed in, the test must respond to the authentication.
    func greeted(session: String = "session-1") async throws -> ScriptedLine {
        let line = try await transport.next()
        line.greet(session: session)
        #expect(await notebook.next().hasPrefix("time "))
        guard person.token == nil else { return line }
        #expect(await notebook.next() == "connected")
        return line
    }

    /// Breaks the connection and lets the time until the next attempt pass.
    func breakOff(_ line: ScriptedLine, waiting delay: Duration = .seconds(1)) async {
        line.hangUp()
        #expect(await notebook.next() == "disconnected")
        await time.asleep(for: delay)
        time.pass(delay)
    }

    func recorder(_ name: String) -> @Sendable (ServerReply) -> Void {
        { [notebook] reply in
            switch reply {
            case .ok(let warnings): notebook.write("\(name): ok\(warnings.map { " " + $0 }.joined())")
            case .failed(let failure): notebook.write("\(name): \(failure.status) \(failure.text)")
            }
        }
    }

    /// - Parameter owner: `nil` for the signed-in user.
    func put(_ json: String, at path: String, hash: String? = nil, by owner: WriteOwner? = nil, _ name: String) throws {
        connection.put(
            try Node(json: json.utf8), at: try WritePath(path), hash: hash, by: owner ?? person.owner, completion: recorder(name))
    }

    func listen(to path: String, query: Query = .all, tag: Int? = nil, hash: String = "", _ name: String) throws {
        connection.listen(to: try TreePath(path), query: query, tag: tag, hash: { hash }, completion: recorder(name))
    }

    func get(_ path: String, _ name: String) throws {
        connection.get(try TreePath(path), query: .all) { [notebook] result in
            switch result {
            case .success(let node): notebook.write("\(name): \(node.json(.export))")
            case .failure(let failure): notebook.write("\(name): \(failure.status) \(failure.text)")
            }
        }
    }
}

/// The signed-in user.
final class Person: Sendable {
    private struct State {
        var token: String?
        var uid = "ann"
        var fresh: String?
        var failure: String?
        var forced = 0
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    private let state: Mutex<State>

    init(_ token: String?) { state = Mutex(State(token: token)) }

    var token: String? { state.withLock { $0.token } }
    /// The number of forced token refreshes.
    var forced: Int { state.withLock { $0.forced } }

    var signedIn: SignedIn? {
        state.withLock { state in state.token.map { SignedIn(uid: state.uid, token: $0) } }
    }
    var owner: WriteOwner { WriteOwner(uid: signedIn?.uid) }

    func become(_ token: String?, uid: String = "ann") {
        state.withLock { state in
            state.token = token
            state.uid = uid
        }
    }

    /// Sets the token that the next forced refresh returns.
    func willRefresh(to token: String) { state.withLock { $0.fresh = token } }
    func willFail(_ why: String?) { state.withLock { $0.failure = why } }

    func token(forcingRefresh: Bool) throws -> SignedIn? {
        try state.withLock { state in
            if let failure = state.failure { throw Failure(description: failure) }
            if forcingRefresh {
                state.forced += 1
                state.token = state.fresh ?? state.token
            }
            return state.token.map { SignedIn(uid: state.uid, token: $0) }
        }
    }
}

/// Records the events of the connection, in order.
final class Notebook: ServerReceiver {
    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    /// Whether each authentication succeeded, in order.
    let authenticated = Mutex<[Bool]>([])

    init() {
        (lines, continuation) = AsyncStream.makeStream(of: String.self)
    }

    func write(_ line: String) { continuation.yield(line) }

    func next() async -> String { await lines.first { _ in true } ?? "nothing" }

    func connectionChanged(isConnected: Bool) { write(isConnected ? "connected" : "disconnected") }
    func authenticationChanged(isAuthenticated: Bool) { authenticated.withLock { $0.append(isAuthenticated) } }
    func serverTimeChanged(offsetMilliseconds: Double) { write("time \(Int(offsetMilliseconds))") }

    func received(_ node: Node, at path: TreePath, tag: Int?) {
        write("put \(path)\(tag.map { " #\($0)" } ?? "") \(node.json(.export))")
    }

    func received(_ children: [(path: WritePath, node: Node)], at path: TreePath, tag: Int?) {
        let children = children.map { "\($0.path.text)=\($0.node.json(.export))" }.joined(separator: " ")
        write("merge \(path)\(tag.map { " #\($0)" } ?? "") \(children)")
    }
}
