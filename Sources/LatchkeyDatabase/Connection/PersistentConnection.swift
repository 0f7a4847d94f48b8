import LatchkeyTree
import LatchkeyWire

/// The connection to a server of the database's protocol, version 5, made anew whenever it breaks.
///
/// Calls are carried out one after the other by one task, and in between what the server says. Before each of them the connection sees to it
/// that the server knows who is signed in by now, so that what is written after a sign-in is written by that person.
actor PersistentConnection: ServerConnection {
    typealias Call = @Sendable (isolated PersistentConnection) -> Void

    /// Who the server has to know before a call is carried out.
    enum Need {
        case nothing
        case whoIsSignedIn
        /// Whoever made the write, also if they signed out a moment later: it was made before.
        case owner(String?)
    }

    enum Phase {
        /// Not started, told to be offline, or sent away by the server.
        case idle
        /// Waits for its time, opens a socket, or waits for the server's greeting.
        case connecting
        /// The server has to say first that it believes the token: what is asked for before that would be refused.
        case authenticating
        case open
    }

    /// One try to be connected, and what becomes of it.
    struct Line {
        let number: Int
        let task: Task<Void, Never>
        let outgoing: AsyncStream<[UInt8]>.Continuation
        var deadline: Task<Void, Never>?
        var upkeep: Task<Void, Never>?
        /// Whether its time has not come yet.
        var isWaiting: Bool
        var greetedAt: Duration?
        var lastSent = Duration.zero
        /// What the server was told last; nil for nobody.
        var token: String?
        /// Whose token that is.
        var uid: String?
        /// Whether everything that was outstanding at its beginning was sent: it is a connection to those who ask.
        var isRestored = false
        /// Whom the server said to believe; nil for nobody.
        var believedUID: String?
        /// What it said then, and about which token.
        var introduction: (token: String, data: JSONValue)?
        /// Listens that this client ended, with the number of the request that said so, until the server has taken it up: what the server
        /// revokes before that is one of these, and not what began after it.
        var endedListens: [OutstandingListen.Key: Int] = [:]

        func end() {
            outgoing.finish()
            task.cancel()
            deadline?.cancel()
            upkeep?.cancel()
        }
    }

    /// What an answer is about.
    enum Question {
        case authentication(token: String)
        case listen(OutstandingListen.Key, number: Int)
        case write(Int)
        case onDisconnect(Int)
        case get(Int)
        case nothing
    }

    let parts: ConnectionParts
    /// Without an address every call is refused.
    private(set) var address: Result<DatabaseAddress, DatabaseConfigurationError>
    /// Where the server sent its clients, until that place cannot be reached.
    var redirected: DatabaseAddress?
    var redirects = 0
    weak var receiver: (any ServerReceiver)?

    var phase = Phase.idle
    var line: Line?
    var frames = SocketFrames()
    var backoff = Backoff()
    private var lineCount = 0
    var lastSession: String?
    /// Why there is no connection, as far as is known.
    var problem: String?
    private var isStarted = false
    private var isOffline = false
    private var isAtEnd = false
    /// The server does not want to see this client again.
    var wasSentAway = false
    var mustRefreshToken = false
    var refusedTokens = 0

    var listens: [OutstandingListen.Key: OutstandingListen] = [:]
    var writes: [Int: OutstandingWrite] = [:]
    var onDisconnects: [Int: OutstandingOnDisconnect] = [:]
    var gets: [Int: OutstandingGet] = [:]
    var introductionWaiters: [Int: IntroductionWaiter] = [:]
    /// Who was signed in when all that is outstanding was last looked through for what is somebody else's.
    var checkedPresence: Presence?
    /// Numbers what is outstanding.
    private var lastNumber = 0
    private var lastRequest = 0
    var questions: [Int: Question] = [:]

    nonisolated private let calls: AsyncStream<(Need, Call)>.Continuation

    /// How long it may take until the server has greeted.
    static let greetingTimeout = Duration.seconds(20)
    /// How long it may take after that until the server believes who is signed in.
    static let introductionTimeout = Duration.seconds(40)
    /// A connection that lasted so long was a good one.
    static let stableAfter = Duration.seconds(30)
    static let keepAliveInterval = Duration.seconds(45)
    /// How long a `get` waits for a connection.
    static let getPatience = Duration.seconds(3)
    /// Of one message of the server: as JSON and as a tree it takes many times that in memory, which a telephone has not got. Latchkey's
    /// server lets no more wait for a client either.
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

    /// Carries out a call after all that were made before.
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

    /// Says that somebody signed in or out, or has another token.
    nonisolated func credentialChanged() {
        enqueue {
            $0.dropStrangers()
            $0.finishIntroductionsOfStrangers()
        }
    }

    /// Talks to another server from now on; meant for before the start.
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
            // Whatever is outstanding, or comes later, is refused with it.
            $0.address = .failure(DatabaseConfigurationError(reason))
            $0.hangUp()
        }
    }

    nonisolated func goOnline() {
        enqueue(.nothing) {
            $0.isOffline = false
            $0.wasSentAway = false
            // Apps say so whenever they come to the front: a try that is under way goes on, and only waiting ends.
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

    /// Gives up the line, if there is one, and tries again.
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
            connection.ended(number, "The server does not say anything.")
        }
        guard let address = try? redirected ?? address.get() else { return nil }
        return WebSocketServer(
            isSecure: address.isSecure, host: address.host, port: address.port, authority: address.authority,
            path: address.socketPath(lastSession: lastSession))
    }

    /// The line broke, by itself or because of what came over it.
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

    /// Does nothing where there is no line.
    func hangUp() {
        guard let line else { return }
        if let greetedAt = line.greetedAt, parts.time.uptime() - greetedAt >= Self.stableAfter { backoff.reset() }
        line.end()
        self.line = nil
        phase = .idle
        questions = [:]
        failSentTransactions()
        for number in gets.keys {
            gets[number]?.wasSent = false
            limitPatience(get: number)
        }
        if line.believedUID != nil { receiver?.authenticationChanged(isAuthenticated: false) }
        if line.isRestored { receiver?.connectionChanged(isConnected: false) }
    }

    /// Does something later, unless this connection is gone by then.
    func after(_ time: Duration, _ act: @escaping Call) -> Task<Void, Never> {
        Task { [weak self, parts] in
            guard (try? await parts.time.sleep(time)) != nil, !Task.isCancelled else { return }
            await self?.run(act)
        }
    }

    private func run(_ act: Call) { act(self) }

    // MARK: Requests

    /// Sends a request, and remembers what its answer is about.
    func send(_ body: ClientMessage.Body, about question: Question) {
        guard line != nil else { return }
        lastRequest += 1
        questions[lastRequest] = question
        line?.lastSent = parts.time.uptime()
        for text in SocketFrames.cut(body.numbered(lastRequest)) { line?.outgoing.yield(text) }
    }

    /// The last request ended a listen.
    func noteEnd(of key: OutstandingListen.Key) { line?.endedListens[key] = lastRequest }

    /// The server takes requests up one after the other.
    func noteAnswer(to request: Int) {
        guard let ended = line?.endedListens, !ended.isEmpty else { return }
        line?.endedListens = ended.filter { $0.value > request }
    }
}
