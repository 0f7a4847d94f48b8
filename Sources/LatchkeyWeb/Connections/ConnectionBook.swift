/// The connections of the process. Decides whether a new connection is accepted, and which one is closed for it.
struct ConnectionBook<ID: Hashable> {
    /// The decision about a new connection.
    struct Verdict: Equatable {
        /// The reason why the requests of the connection are rejected; nil if it is accepted.
        var refusal: ConnectionRefusal?
        /// An older connection that must be closed for the new one.
        var replaced: ID?

        static var stays: Verdict { Verdict() }
    }

    private struct Entry {
        let network: String?
        /// The sequence number of the connection; nil once it has sent a request.
        var silentSince: Int?
    }

    /// Silent connections in the order in which they were opened. May contain connections that have sent a request or closed since.
    private struct SilentQueue {
        var waiting: [(turn: Int, id: ID)] = []
        var first = 0
    }

    private let capacity: Int
    private let share: Int
    private let answered: Int
    private var entries: [ID: Entry] = [:]
    private var counts: [String: Int] = [:]
    private var nextTurn = 0
    /// Silent connections to the port that leaves a reserve, and to the port that may use it.
    private var (silentOutsideReserve, silentInReserve) = (SilentQueue(), SilentQueue())
    /// The connections whose requests are rejected, the oldest first.
    private var refused: [(id: ID, refusal: ConnectionRefusal)] = []

    /// - Parameters:
    ///   - capacity: The maximum number of accepted connections.
    ///   - share: The maximum number of connections per network.
    ///   - answered: The number of connections beyond these limits that stay open for an error response.
    init(capacity: Int, share: Int, answered: Int) {
        self.capacity = capacity
        self.share = share
        self.answered = answered
    }

    /// Adds a connection.
    ///
    /// - Parameters:
    ///   - network: The client's network; nil if it is not counted, as for trusted proxies and this machine.
    ///   - reserve: The number of connections that must remain free for another port.
    mutating func open(_ id: ID, from network: String?, leaving reserve: Int = 0) -> Verdict {
        if let network, counts[network, default: 0] >= share { return refuse(id, .networkShare) }
        var victim: ID?
        if entries.count >= capacity - reserve {
            // A port that leaves a reserve must not get it by closing connections that are in it.
            victim = reserve > 0 ? oldest(of: \.silentOutsideReserve)?.id : oldestOfAll()
            guard let victim else { return refuse(id, .full) }
            leave(victim)
        }
        entries[id] = Entry(network: network, silentSince: nextTurn)
        let queue = reserve > 0 ? \ConnectionBook.silentOutsideReserve : \ConnectionBook.silentInReserve
        forgetOthers(of: queue)
        self[keyPath: queue].waiting.append((nextTurn, id))
        nextTurn += 1
        if let network { counts[network, default: 0] += 1 }
        return Verdict(replaced: victim)
    }

    /// Records that the connection has sent the complete head of a request.
    mutating func spoke(_ id: ID) { entries[id]?.silentSince = nil }

    func isSilent(_ id: ID) -> Bool { entries[id]?.silentSince != nil || refusal(of: id) != nil }

    /// Returns the reason why the requests of a connection are rejected; nil if it is accepted.
    func refusal(of id: ID) -> ConnectionRefusal? { refused.first { $0.id == id }?.refusal }

    mutating func leave(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return refused.removeAll { $0.id == id } }
        guard let network = entry.network, let count = counts[network] else { return }
        counts[network] = count == 1 ? nil : count - 1
    }

    private mutating func refuse(_ id: ID, _ refusal: ConnectionRefusal) -> Verdict {
        let oldest = refused.count >= answered && !refused.isEmpty ? refused.removeFirst().id : nil
        refused.append((id, refusal))
        return Verdict(refusal: refusal, replaced: oldest)
    }

    /// The number of remembered sequence numbers, including those of connections that have sent a request or closed.
    var rememberedTurns: Int { silentOutsideReserve.waiting.count + silentInReserve.waiting.count }

    /// Drops obsolete sequence numbers once more than twice the number of connections, plus 64, are remembered.
    private mutating func forgetOthers(of path: WritableKeyPath<Self, SilentQueue>) {
        let queue = self[keyPath: path]
        guard queue.waiting.count > 2 * entries.count + 64 else { return }
        self[keyPath: path] = SilentQueue(waiting: queue.waiting[queue.first...].filter { entries[$0.id]?.silentSince == $0.turn })
    }

    private mutating func oldestOfAll() -> ID? {
        [oldest(of: \.silentOutsideReserve), oldest(of: \.silentInReserve)].compactMap(\.self).min { $0.turn < $1.turn }?.id
    }

    private mutating func oldest(of path: WritableKeyPath<Self, SilentQueue>) -> (turn: Int, id: ID)? {
        while self[keyPath: path].first < self[keyPath: path].waiting.count {
            let (turn, id) = self[keyPath: path].waiting[self[keyPath: path].first]
            if entries[id]?.silentSince == turn { return (turn, id) }
            self[keyPath: path].first += 1
        }
        self[keyPath: path] = SilentQueue()
        return nil
    }
}
