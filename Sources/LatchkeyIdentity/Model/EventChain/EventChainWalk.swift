/// Verifies a chain, event after event.
package struct EventChainWalk: Sendable {
    /// The stored ends of a chain.
    package struct Ends: Sendable, Equatable {
        /// The last event from before the chain.
        package var begin: Int64
        /// The event up to which all events were deleted; ``begin`` at first.
        package var anchor: EventHead
        package var anchorProof: EventDigest
        package var head: EventHead
        package var headProof: EventDigest

        package init(begin: Int64, anchor: EventHead, anchorProof: EventDigest, head: EventHead, headProof: EventDigest) {
            self.begin = begin
            self.anchor = anchor
            self.anchorProof = anchorProof
            self.head = head
            self.headProof = headProof
        }
    }

    /// A stored row of the chain.
    package enum Row: Sendable {
        case event(ChainedEvent)
        case removed(RemovedEvent)
        /// A row that contains values that the server never writes.
        case unreadable(sequence: Int64)

        package var sequence: Int64 {
            switch self {
            case .event(let event): event.sequence
            case .removed(let event): event.sequence
            case .unreadable(let sequence): sequence
            }
        }
    }

    private let key: EventChainKey
    /// The head that an operator noted.
    private let noted: EventHead?
    /// The event that was verified last.
    package private(set) var last: EventHead?
    package private(set) var result = EventVerification()

    package init(key: EventChainKey, noted: EventHead?) {
        self.key = key
        self.noted = noted
    }

    /// Begins at the anchor, or continues there if the server meanwhile deleted events that were not verified yet.
    package mutating func take(_ ends: Ends) {
        guard result.problem == nil, last.map({ $0.sequence < ends.anchor.sequence }) ?? true else { return }
        guard ends.anchorProof == key.proof(ofAnchor: ends.anchor, begin: ends.begin), ends.begin <= ends.anchor.sequence else {
            return fail(nil, "The begin of the chain is not the one that the server wrote.")
        }
        result.begin = ends.begin
        result.removed += Int(ends.anchor.sequence - (last?.sequence ?? ends.begin))
        if let noted {
            if (last?.sequence ?? -1) < noted.sequence, noted.sequence < ends.anchor.sequence {
                return fail(nil, "The noted event \(noted.sequence) was deleted as too old, so it cannot be compared. Note a newer one.")
            }
            compare(ends.anchor, with: noted)
        }
        last = ends.anchor
    }

    /// Records that events are stored which the server cannot have written.
    package mutating func failAsAdded(_ count: Int) {
        guard result.problem == nil else { return }
        fail(nil, "\(count) stored events were added: their numbers are not ones that the server gave.")
    }

    /// Verifies the next event.
    package mutating func take(_ row: Row) {
        guard result.problem == nil, let last else { return }
        let expected = last.sequence + 1
        guard row.sequence == expected else {
            return fail(
                min(row.sequence, expected),
                row.sequence > expected ? "The event \(expected) is missing." : "The event \(row.sequence) is there twice.")
        }
        switch row {
        case .event(let event): take(event, after: last)
        case .removed(let event):
            guard event.isProven(by: key, after: last.link) else {
                return fail(event.sequence, "The event \(event.sequence) was deleted, but not by the server.")
            }
            result.removed += 1
            advance(to: EventHead(sequence: event.sequence, link: event.link))
        case .unreadable(let sequence): fail(sequence, "The event \(sequence) has values that the server never writes.")
        }
    }

    private mutating func take(_ event: ChainedEvent, after last: EventHead) {
        let sequence = event.sequence
        guard let link = event.link, let commitment = event.commitment else {
            return fail(sequence, "The event \(sequence) was not written by the server: it is not in the chain.")
        }
        guard link == key.link(of: commitment, sequence: sequence, after: last.link) else {
            return fail(sequence, "The event \(sequence) was changed, or does not follow the event before it.")
        }
        guard event.hasProvenPersonalData(by: key) else {
            return fail(sequence, "The personal data of event \(sequence) were changed, but not by the server.")
        }
        result.verified += 1
        if event.personal != nil { result.pseudonymized += 1 }
        advance(to: EventHead(sequence: sequence, link: link))
    }

    /// Ends the verification after the last event.
    ///
    /// - Parameter ends: The ends in the same snapshot as the last event.
    package mutating func finish(_ ends: Ends) {
        guard result.problem == nil, let last else { return }
        guard ends.head.sequence <= last.sequence else {
            return fail(last.sequence + 1, "The events \(last.sequence + 1) to \(ends.head.sequence) are missing.")
        }
        guard ends.head == last, ends.headProof == key.proof(ofHead: ends.head) else {
            return fail(nil, "The end of the chain is not the one that the server wrote: newer events were deleted or replaced.")
        }
        if let noted, noted.sequence > last.sequence {
            return fail(last.sequence + 1, "The record ends with event \(last.sequence), before the noted event \(noted.sequence).")
        }
        result.head = last.description
    }

    private mutating func advance(to event: EventHead) {
        last = event
        if let noted { compare(event, with: noted) }
    }

    private mutating func compare(_ event: EventHead, with noted: EventHead) {
        guard event.sequence == noted.sequence, event.link != noted.link else { return }
        fail(event.sequence, "The event \(event.sequence) is not the noted one: the record up to it was replaced.")
    }

    private mutating func fail(_ sequence: Int64?, _ detail: String) {
        if result.problem == nil { result.problem = .init(sequence: sequence, detail: detail) }
    }
}
