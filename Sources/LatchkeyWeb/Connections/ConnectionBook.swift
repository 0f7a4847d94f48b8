/// The connections of a port. Decides whether a new connection is accepted, and which one is closed for it when the port is full.
struct ConnectionBook<ID: Hashable> {
    /// The decision about a new connection.
    enum Verdict: Equatable {
        case stays
        /// The client's network already has its share of connections.
        case refused
        /// The connection is accepted; another one, which has not sent a request yet, must be closed.
        case replaces(ID)
    }

    private struct Entry {
        let network: String?
        /// The sequence number of the connection; nil once it has sent a request.
        var silentSince: Int?
    }

    private let capacity: Int
    private let share: Int
    private var entries: [ID: Entry] = [:]
    private var counts: [String: Int] = [:]
    private var nextTurn = 0
    /// The silent connections in the order in which they were opened. May contain connections that have sent a request or closed since.
    private var silent: [(turn: Int, id: ID)] = []
    private var firstSilent = 0

    /// - Parameter share: The maximum number of connections per network.
    package init(capacity: Int, share: Int) {
        self.capacity = capacity
        self.share = share
    }

    /// Adds a connection.
    ///
    /// - Parameter network: The client's network; nil if it is not counted, as for trusted proxies and this machine.
    package mutating func open(_ id: ID, from network: String?) -> Verdict {
        if let network, counts[network, default: 0] >= share { return .refused }
        let victim = entries.count >= capacity ? oldestSilent() : nil
        if let victim { leave(victim) }
        entries[id] = Entry(network: network, silentSince: nextTurn)
        forgetOthers()
        silent.append((nextTurn, id))
        nextTurn += 1
        if let network { counts[network, default: 0] += 1 }
        return victim.map { .replaces($0) } ?? .stays
    }

    /// Records that the connection has sent the complete head of a request.
    package mutating func spoke(_ id: ID) { entries[id]?.silentSince = nil }

    package func isSilent(_ id: ID) -> Bool { entries[id]?.silentSince != nil }

    package mutating func leave(_ id: ID) {
        guard let network = entries.removeValue(forKey: id)?.network, let count = counts[network] else { return }
        counts[network] = count == 1 ? nil : count - 1
    }

    /// The number of remembered sequence numbers, including those of connections that have sent a request or closed.
    var rememberedTurns: Int { silent.count }

    /// Drops obsolete sequence numbers once more than twice the number of connections, plus 64, are remembered.
    private mutating func forgetOthers() {
        guard silent.count > 2 * entries.count + 64 else { return }
        silent = silent[firstSilent...].filter { entries[$0.id]?.silentSince == $0.turn }
        firstSilent = 0
    }

    private mutating func oldestSilent() -> ID? {
        while firstSilent < silent.count {
            let (turn, id) = silent[firstSilent]
            if entries[id]?.silentSince == turn { return id }
            firstSilent += 1
        }
        silent.removeAll(keepingCapacity: true)
        firstSilent = 0
        return nil
    }
}
