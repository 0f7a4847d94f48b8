/// The connections of a port: whether one more is accepted, and which one is closed for it when the port is full.
struct ConnectionBook<ID: Hashable> {
    /// What is to be done about a connection that has just been opened.
    enum Verdict: Equatable {
        case stays
        /// Its network holds its share already.
        case refused
        /// It stays in place of another one, which sent no request yet.
        case replaces(ID)
    }

    private struct Entry {
        let network: String?
        /// The turn in which it was opened; nil once it sent a request.
        var silentSince: Int?
    }

    private let capacity: Int
    private let share: Int
    private var entries: [ID: Entry] = [:]
    private var counts: [String: Int] = [:]
    private var nextTurn = 0
    /// In the order in which they were opened, with turns of some that have spoken or gone since.
    private var silent: [(turn: Int, id: ID)] = []
    private var firstSilent = 0

    /// - Parameter share: How many connections one network may hold.
    package init(capacity: Int, share: Int) {
        self.capacity = capacity
        self.share = share
    }

    /// - Parameter network: Nil for one that is not counted: a trusted proxy's, and this machine's own.
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

    /// A complete head of a request came.
    package mutating func spoke(_ id: ID) { entries[id]?.silentSince = nil }

    package func isSilent(_ id: ID) -> Bool { entries[id]?.silentSince != nil }

    package mutating func leave(_ id: ID) {
        guard let network = entries.removeValue(forKey: id)?.network, let count = counts[network] else { return }
        counts[network] = count == 1 ? nil : count - 1
    }

    /// How many turns are remembered, those of connections that have spoken or gone among them.
    var rememberedTurns: Int { silent.count }

    /// Drops the turns that mean nothing any more, once they are as many as there are connections.
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
