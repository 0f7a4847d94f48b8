import LatchkeyTree
import LatchkeyWire

/// A connection to a server of the database protocol, version 5, that reconnects automatically.
///
/// Calls are executed one at a time by a single task, and server messages in between. Before each call the connection makes sure that the
/// server knows the signed-in user, so that writes after a sign-in are executed as that user.
actor PersistentConnection: ServerConnection {
    typealias Call = @Sendable (isolated PersistentConnection) -> Void

    /// The user that the server has to know before a call is executed.
    enum Need {
        case nothing
        case whoIsSignedIn
        /// The user that made the write, even if they signed out immediately afterwards.
        case owner(String?)
    }

    enum Phase {
        /// Not started, offline, or told by the server not to reconnect.
        case idle
        /// Waiting for the retry delay, the WebSocket, or the server's greeting.
        case connecting
        /// Waiting for the server to accept the token. Requests before that would be denied.
        case authenticating
        case open
    }

    /// A connection attempt and the connection that results from it.
    struct Line {
        let number: Int
        let task: Task<Void, Never>
        let outgoing: AsyncStream<[UInt8]>.Continuation
        var deadline: Task<Void, Never>?
        var upkeep: Task<Void, Never>?
        /// Whether the retry delay has not passed yet.
        var isWaiting: Bool
        var greetedAt: Duration?
        var lastSent = Duration.zero
        /// The token that was sent last; `nil` if no user is signed in.
        var token: String?
        /// The user of the token.
        var uid: String?
        /// Whether all outstanding requests were sent, so that the client counts as connected.
        var isRestored = false
        /// The user that the server has authenticated; `nil` for none.
        var believedUID: String?
        /// The token that the server accepted, and the data in its response.
        var introduction: (token: String, data: JSONValue)?
        /// Listens that the client has ended, with the number of the request, until the server has processed it. A revocation before that
        /// refers to one of these, and not to a listen that started later.
        var endedListens: [OutstandingListen.Key: Int] = [:]

        func end() {
            outgoing.finish()
            task.cancel()
            deadline?.cancel()
            upkeep?.cancel()
        }
    }

    /// The request to which a response belongs.
    enum Question {
        case authentication(token: String)
        case listen(OutstandingListen.Key, number: Int)
        case write(Int)
        case onDisconnect(Int)
        case get(Int)
        case nothing
    }

    let parts: ConnectionParts
    /// The address, or the error with which all calls fail.
    private(set) var address: Result<DatabaseAddress, DatabaseConfigurationError>
    /// The target of a redirect, until it cannot be reached.
    var redirected: DatabaseAddress?
    var redirects = 0
    weak var receiver: (any ServerReceiver)?

    var phase = Phase.idle
    var line: Line?
    var frames = SocketFrames()
    var backoff = Backoff()
    private var lineCount = 0
    var lastSession: String?
    /// The last known reason why there is no connection.
    var problem: String?
    private var isStarted = false
    private var isOffline = false
    private var isAtEnd = false
    /// Whether the server has told the client not to reconnect.
    var wasSentAway = false
    var mustRefreshToken = false
    var refusedTokens = 0

    var listens: [OutstandingListen.Key: OutstandingListen] = [:]
    var writes: [Int: OutstandingWrite] = [:]
    var onDisconnects: [Int: OutstandingOnDisconnect] = [:]
    var gets: [Int: OutstandingGet] = [:]
    var introductionWaiters: [Int: IntroductionWaiter] = [:]
    /// The signed-in user when all outstanding writes were last checked for those of other users.
    var checkedPresence: Presence?
    /// The number of the last outstanding call.
    private var lastNumber = 0
    private var lastRequest = 0
    var requests: [Int: Question] = [:]

    nonisolated private let calls: AsyncStream<(Need, Call)>.Continuation

    /// The timeout for the server's greeting.
    static let greetingTimeout = Duration.seconds(20)
    /// The timeout for the authentication after the greeting.
    static let introductionTimeout = Duration.seconds(40)
    /// The duration after which a connection counts as stable.
    static let stableAfter = Duration.seconds(30)
    static let keepAliveInterval = Duration.seconds(45)
    /// The time that a `get` waits for a connection.
    static let getPatience = Duration.seconds(3)
    /// The maximum size of a server message, in bytes. As JSON and as a tree it takes many times that amount of memory, which a phone does
    /// not have. Latchkey's server does not queue more for a client either.
    static let maxMessageBytes = 64 * 1024 * 1024
    static let maxRedirects = 5

    init(address: Result<DatabaseAddress, DatabaseConfigurationError>, parts: ConnectionParts) {
        self.address = address
        self.parts = parts
        let (stream, calls) = AsyncStream.makeStream(of: (Need, Call).self)
        self.calls = calls
        Task { [weak self] in
            for await (need, call) in stream { await self?.perform(call, need) }
        }
    }

    deinit {
        calls.finish()
        line?.end()
    }

    /// Executes a call after all earlier ones.
    nonisolated func enqueue(_ need: Need = .whoIsSignedIn, _ call: @escaping Call) { calls.yield((need, call)) }

    private func perform(_ call: Call, _ need: Need) async {
        switch need {
        case .nothing: break
        case .whoIsSignedIn: await settleCredential()
        case .owner(let uid):
            let isKnown = phase == .open && line?.uid == uid
            if !isKnown || parts.credential.current()?.uid == uid { await settleCredential() }
        }
        call(self)
        if case .failure(let error) = address { refuseAll(ServerFailure(status: "unavailable", text: error.description)) }
    }

    /// Handles a sign-in, a sign-out or a new token.
    nonisolated func credentialChanged() {
        enqueue {
            $0.dropStrangers()
            $0.finishIntroductionsOfStrangers()
        }
    }

    /// Changes the server. Meant to be called before the start.
    nonisolated func move(to address: DatabaseAddress) {
        enqueue(.nothing) {
            guard !$0.isAtEnd else { return }
            $0.address = .success(address)
            $0.redirected = nil
            $0.lastSession = nil
            $0.reconnect(after: .zero)
        }
    }

    nonisolated func start(_ receiver: any ServerReceiver) {
        enqueue(.nothing) {
            $0.receiver = receiver
            $0.isStarted = true
            $0.connectIfWanted()
        }
    }

    nonisolated func goOffline() {
        enqueue(.nothing) {
            $0.isOffline = true
            $0.problem = "goOffline was called."
            $0.hangUp()
        }
    }

    nonisolated func end(_ reason: String) {
        enqueue(.nothing) {
            $0.isAtEnd = true
            // All outstanding and later calls fail with this reason.
            $0.address = .failure(DatabaseConfigurationError(reason))
            $0.hangUp()
        }
    }

    nonisolated func goOnline() {
        enqueue(.nothing) {
            $0.isOffline = false
            $0.wasSentAway = false
            // Apps call this whenever they enter the foreground. An attempt in progress continues; only the retry delay ends.
            guard $0.line.map(\.isWaiting) ?? true else { return }
            $0.backoff.reset()
            $0.hangUp()
            $0.connectIfWanted()
        }
    }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: The line

    private func connectIfWanted() {
        guard isStarted, !isOffline, !wasSentAway, phase == .idle else { return }
        reconnect(after: .zero)
    }

    /// Ends the line, if there is one, and tries again.
    func reconnect(after delay: Duration? = nil) {
        hangUp()
        guard isStarted, !isOffline, !wasSentAway, case .success = address else { return }
        let delay = delay ?? backoff.next(random: parts.random())
        lineCount += 1
        let number = lineCount
        let (texts, outgoing) = AsyncStream.makeStream(of: [UInt8].self)
        frames = SocketFrames()
        phase = .connecting
        let task = Task { [weak self, parts] in
            var problem: String?
            do {
                if delay > .zero { try await parts.time.sleep(delay) }
                guard let server = await self?.begins(number) else { return }
                try await parts.transport.exchange(with: server, sending: texts) { [weak self] text in
                    try await self?.take(text, on: number)
                }
            } catch {
                problem = "\(error)"
            }
            await self?.ended(number, problem)
        }
        line = Line(number: number, task: task, outgoing: outgoing, isWaiting: delay > .zero)
    }

    private func begins(_ number: Int) -> WebSocketServer? {
        guard line?.number == number else { return nil }
        line?.isWaiting = false
        line?.deadline = after(Self.greetingTimeout) { connection in
            guard connection.line?.number == number, connection.line?.greetedAt == nil else { return }
            connection.ended(number, "The server does not respond.")
        }
        guard let address = try? redirected ?? address.get() else { return nil }
        return WebSocketServer(
            isSecure: address.isSecure, host: address.host, port: address.port, authority: address.authority,
            path: address.socketPath(lastSession: lastSession))
    }

    /// Handles the end of a line, whether it broke or a message ended it.
    func ended(_ number: Int, _ problem: String?) {
        guard let line, line.number == number else { return }
        if let problem { self.problem = problem }
        if line.greetedAt == nil {
            redirected = nil
            noteFailedTry()
        }
        blameFirstUnanswered()
        reconnect()
    }

    /// Ends the line, if there is one.
    func hangUp() {
        guard let line else { return }
        if let greetedAt = line.greetedAt, parts.time.uptime() - greetedAt >= Self.stableAfter { backoff.reset() }
        line.end()
        self.line = nil
        phase = .idle
        requests = [:]
        failSentTransactions()
        for number in gets.keys {
            gets[number]?.wasSent = false
            limitPatience(get: number)
        }
        if line.believedUID != nil { receiver?.authenticationChanged(isAuthenticated: false) }
        if line.isRestored { receiver?.connectionChanged(isConnected: false) }
    }

    /// Runs an action after a delay, unless this connection has been deallocated.
    func after(_ time: Duration, _ act: @escaping Call) -> Task<Void, Never> {
        Task { [weak self, parts] in
            guard (try? await parts.time.sleep(time)) != nil, !Task.isCancelled else { return }
            await self?.run(act)
        }
    }

    private func run(_ act: Call) { act(self) }

    // MARK: Requests

    /// Sends a request, and records what its response belongs to.
    func send(_ body: ClientMessage.Body, about question: Question) {
        guard line != nil else { return }
        lastRequest += 1
        requests[lastRequest] = question
        line?.lastSent = parts.time.uptime()
        for text in SocketFrames.cut(body.numbered(lastRequest)) { line?.outgoing.yield(text) }
    }

    /// Records that the last request ended a listen.
    func noteEnd(of key: OutstandingListen.Key) { line?.endedListens[key] = lastRequest }

    /// Forgets the ended listens that the server has processed. It processes requests in order.
    func noteReply(to request: Int) {
        guard let ended = line?.endedListens, !ended.isEmpty else { return }
        line?.endedListens = ended.filter { $0.value > request }
    }
}
