import HTTPTypes
import LatchkeySecrets
import LatchkeyWeb
import Synchronization

/// A client that uses long polling because it cannot open a WebSocket, or has not opened one yet.
///
/// The session lasts until polls stop, or until it moves to a WebSocket.
final class PollSession: Sendable {
    struct Timing: Sendable {
        /// How long a poll waits for messages.
        var hold = Duration.seconds(25)
        /// The maximum time between polls. Browsers wake up background pages only once per minute.
        var patience = Duration.seconds(90)
        /// The maximum time until the first poll, as long as clients wait themselves.
        var firstPatience = Duration.seconds(30)
    }

    private struct State {
        var segments = PollSegments()
        var deadline = MessageDeadline()
        var waitingBytes = 0
        var pollsUnderWay = 0
        var lastContact = ContinuousClock.now
        var hasPolled = false
        var hasEndedSending = false
        var hasHeardAll = false
        var move = SocketMove.none
        var isOver = false
    }

    let session: SocketSession
    /// The network of the client's address.
    let network: String
    let callback: Int?
    let password: String
    private let sink: MovableSink
    private let outbox: PollOutbox
    private let clients: DatabaseClients
    private let supply: ClientSupply
    private let timing: Timing
    private let state = Mutex(State())
    private let gathered = GatheredBytes()
    private let incoming: AsyncStream<[UInt8]>
    private let taken: AsyncStream<[UInt8]>.Continuation

    init(
        _ session: SocketSession, sink: MovableSink, outbox: PollOutbox, callback: Int?, password: String, network: String,
        supply: ClientSupply, clients: DatabaseClients, timing: Timing
    ) {
        self.supply = supply
        self.session = session
        self.sink = sink
        self.outbox = outbox
        self.callback = callback
        self.password = password
        self.network = network
        self.clients = clients
        self.timing = timing
        (incoming, taken) = AsyncStream.makeStream(of: [UInt8].self)
    }

    /// Processes the client's messages in order, until the client is disconnected.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.takeMessages() }
            group.addTask { await self.watch() }
            // The task that ends first ends the other one.
            await group.next()
            group.cancelAll()
        }
        let goesOnElsewhere = state.withLock { state in if case .done = state.move { state.hasHeardAll } else { false } }
        if !goesOnElsewhere { await end() }
    }

    /// Returns the response to the start request.
    func firstReply() -> PollOutbox.Reply { outbox.taken() }

    /// Handles one poll: takes its messages, and returns a response when messages are available.
    ///
    /// - Throws: `SocketRequestError` for segments that violate the protocol. The session has then ended.
    func poll(_ segments: [PollSegments.Segment]) async throws -> PollOutbox.Reply {
        // Counts a poll also while it waits to be processed, because the client is still connected.
        state.withLock { $0.pollsUnderWay += 1 }
        do {
            if !segments.isEmpty {
                let waited = try await supply.take(segments.reduce(0) { $0 + $1.data.utf8.count }) {
                    if state.withLock({ $0.isOver }) { throw DatabaseRefusal(.notFound, "The session is over. Begin with “start=t”.") }
                    return await session.isAdministrator
                }
                state.withLock { $0.deadline.extend(by: waited) }
            }
            try await take(segments)
        } catch {
            state.withLock { $0.pollsUnderWay -= 1 }
            await end()
            throw error
        }
        let reply = await outbox.respond(within: timing.hold)
        state.withLock { state in
            state.pollsUnderWay -= 1
            state.lastContact = .now
            state.hasPolled = true
        }
        if reply.isLast {
            state.withLock { $0.hasHeardAll = true }
            taken.finish()
            // Another poll may be on its way, and gets the same response. An error would end the connection in the browser.
            Task { [clients, id = session.id] in
                try await Task.sleep(for: Self.farewellTime)
                clients.removePoll(id)
            }
        }
        return reply
    }

    /// Whether a poll waits to be processed or to get its response.
    var isPolled: Bool { state.withLock { $0.pollsUnderWay > 0 } }

    private static let farewellTime = Duration.seconds(30)

    /// Handles the request of a closed page. After a move to a WebSocket, the session continues.
    func disconnect() async {
        let isMoved = state.withLock { state in if case .done = state.move { true } else { false } }
        if !isMoved { await end() }
    }

    /// Ends the session, because the client is disconnected or violated the protocol.
    func end() async {
        let move = state.withLock { state in
            state.isOver = true
            return state.move
        }
        taken.finish()
        if case .offered(let offer) = move { offer.respond(false) }
        // Polls get no more responses. The session stays registered until it has ended, so that a client that reconnects waits for that.
        clients.removePoll(session.id)
        await session.end()
        clients.remove(session.id)
    }

    private func take(_ segments: [PollSegments.Segment]) async throws {
        let (maxBytes, isStranger) = segments.isEmpty ? (0, false) : (await session.maxMessageBytes, await session.isStranger)
        try state.withLock { state in
            guard state.deadline.isMet(gathered: state.segments.bytes) else { throw SocketRequestError("the message takes too long") }
            guard !segments.isEmpty else { return }
            let messages = try state.segments.take(segments, maxBytes: maxBytes)
            guard messages.isEmpty || !state.hasEndedSending else { throw SocketRequestError("a message after the last one") }
            for message in messages {
                state.waitingBytes += message.count
                guard state.waitingBytes <= maxBytes else { throw SocketRequestError("too much data at once") }
                // Under the lock, so that two polls cannot change their order.
                taken.yield(message)  // check-locks: the stream has no handler of its end
            }
            guard gathered.set(state.segments.bytes + state.waitingBytes, isStranger: isStranger) else {
                throw SocketRequestError("too much data from all clients at once")
            }
        }
    }

    private func takeMessages() async {
        for await message in incoming {
            let isOver = state.withLock { state in
                state.waitingBytes -= message.count
                _ = gathered.set(state.segments.bytes + state.waitingBytes)
                return state.isOver
            }
            guard !isOver else { return }
            let isGood = Turns.isLarge(message.count) ? await Turns.everybody.take { await take(message) } : await take(message)
            guard isGood else { return }
        }
    }

    /// - Returns: `false` if the message is invalid.
    private func take(_ message: [UInt8]) async -> Bool {
        guard let envelope = try? SocketEnvelope(json: message) else { return false }
        if case .control("n") = envelope {
            state.withLock { $0.hasEndedSending = true }
            moveIfAgreed()
        } else {
            await session.take(envelope, bytes: message.count)
        }
        return true
    }

    /// Returns when no poll arrived for too long.
    private func watch() async {
        while true {
            let left = state.withLock { state in
                let patience = state.hasPolled ? timing.patience : timing.firstPatience
                return state.pollsUnderWay > 0 ? patience : patience - state.lastContact.duration(to: .now)
            }
            guard left > .zero else { return }
            // The limit may change after the first poll.
            guard (try? await Task.sleep(for: min(left, timing.patience))) != nil else { return }
        }
    }

    // MARK: The move to a WebSocket

    /// Offers a WebSocket on which the session can continue.
    ///
    /// - Returns: `nil` if another offer exists, or if the session is over.
    func offer(_ other: any MessageSink) -> SocketMove.Offer? {
        state.withLock { state in
            guard case .none = state.move, !state.isOver else { return nil }
            let offer = SocketMove.Offer(other)
            state.move = .offered(offer)
            return offer
        }
    }

    /// Records that the client announced on the WebSocket that it will send everything there.
    func accept(_ offer: SocketMove.Offer) {
        offer.accept()
        moveIfAgreed()
    }

    /// Withdraws an offer after its WebSocket was closed. The session continues with polls if the client has not stopped sending there.
    func withdraw(_ offer: SocketMove.Offer) async {
        let mayGoOn = state.withLock { state in
            guard case .offered(let current) = state.move, current === offer, !state.hasEndedSending else { return false }
            state.move = .none
            return true
        }
        offer.respond(false)
        if !mayGoOn { await end() }
    }

    /// Moves the session once the client has announced the move on both transports. All its messages from polls are then processed, and
    /// further messages to it go to the WebSocket.
    private func moveIfAgreed() {
        let offer = state.withLock { state -> SocketMove.Offer? in
            guard case .offered(let offer) = state.move, offer.isAccepted, state.hasEndedSending else { return nil }
            state.move = .done
            return offer
        }
        guard let offer else { return }
        sink.move(to: offer.sink, saying: SocketMessage.endOfTransmission)
        offer.respond(true)
    }
}
