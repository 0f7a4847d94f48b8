package import LatchkeyIdentity

extension Transaction {
    /// Returns the number of events from before the chain, and of events that the server cannot have written: with a number below 1 or of a
    /// deleted event, or from before the chain with values of the chain.
    package func eventsOutsideOfTheChain(_ ends: EventChainWalk.Ends) throws -> (early: Int, added: Int) {
        try first(
            """
            SELECT
                count(*) FILTER (WHERE id BETWEEN 1 AND :begin),
                count(*) FILTER (WHERE id < 1 OR id > :begin OR link IS NOT NULL OR salt IS NOT NULL)
            FROM auth_event WHERE id <= :anchor
            """, [":begin": Int(ends.begin), ":anchor": Int(ends.anchor.sequence)]
        ) { (early: try $0.next(Int.self), added: try $0.next(Int.self)) } ?? (0, 0)
    }

    /// A part of the chain, with its ends in the same snapshot.
    package struct ChainPage: Sendable {
        package var ends: EventChainWalk.Ends
        package var rows: [EventChainWalk.Row]
        package var isLast: Bool
    }

    /// - Parameter sequence: The event before the page; `nil` for the anchor.
    /// - Returns: `nil` if the ends of the chain are not stored.
    package func chainPage(after sequence: Int64?, limit: Int) throws -> ChainPage? {
        guard let ends = try chainEnds() else { return nil }
        let after = max(sequence ?? ends.anchor.sequence, ends.anchor.sequence)
        let events = try all(
            "SELECT \(ChainedEvent.columns) FROM auth_event WHERE id > :after ORDER BY id LIMIT :limit",
            [":after": Int(after), ":limit": limit]
        ) { row in
            var copy = row
            let sequence = try copy.sequence()
            do { return EventChainWalk.Row.event(try ChainedEvent(&row)) } catch is CorruptRow { return .unreadable(sequence: sequence) }
        }
        let removed = try removedEvents(after: after, limit: limit)
        // Both lists are complete up to the smaller of their last numbers.
        let endOfEvents = events.count < limit ? Int64.max : events.last?.sequence ?? .max
        let endOfRemoved = removed.count < limit ? Int64.max : removed.last?.sequence ?? .max
        let complete = min(endOfEvents, endOfRemoved)
        let rows = (events + removed.map { .removed($0) }).filter { $0.sequence <= complete }.sorted { $0.sequence < $1.sequence }
        return ChainPage(ends: ends, rows: rows, isLast: complete == .max)
    }
}
