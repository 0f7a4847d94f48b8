import Foundation
public import LatchkeyIdentity

extension SQLiteStore: EventRecord {
    /// The number of events that are verified in one snapshot.
    private static let verifiedTogether = 1000

    /// Whether the store was opened with the master key, which opens the key of the chain.
    public var keepsChain: Bool { chain != nil }

    /// Verifies the record in pages, so that no snapshot is held for long.
    public func verifyEvents(containing noted: EventHead?) async throws -> EventVerification {
        guard let chain else {
            var result = EventVerification()
            result.problem = .init(sequence: nil, detail: "The key of the chain cannot be opened with this master key.")
            return result
        }
        var walk = EventChainWalk(key: chain, noted: noted)
        var unchained: Int?
        while true {
            try Task.checkCancellation()
            let after = walk.last?.sequence
            let page = try reading { try $0.chainPage(after: after, limit: Self.verifiedTogether) }
            guard let page else {
                var result = EventVerification()
                result.problem = .init(sequence: nil, detail: "The begin and the end of the chain were deleted.")
                return result
            }
            walk.take(page.ends)
            for row in page.rows { walk.take(row) }
            if page.isLast { walk.finish(page.ends) }
            if unchained == nil {
                let counts = try reading { try $0.eventsOutsideOfTheChain(page.ends) }
                unchained = counts.early
                if counts.added > 0 { walk.failAsAdded(counts.added) }
            }
            if page.isLast || walk.result.problem != nil { break }
            await Task.yield()
        }
        var result = walk.result
        result.unchained = unchained ?? 0
        return result
    }

    /// Returns entries in the order of their numbers.
    public func streamedEvents(after sequence: Int64, limit: Int) async throws -> [StreamedEvent] {
        try reading { transaction in
            let events = try transaction.chainedEvents(
                where: "id > :after AND id < :end ORDER BY id LIMIT :limit",
                [":after": Int(sequence), ":end": Int(Transaction.maxSequence), ":limit": max(1, limit)])
            let head = events.count < max(1, limit) ? try transaction.chainEnds()?.head.sequence : nil
            var entries: [StreamedEvent] = []
            var last = sequence
            for event in events {
                if event.sequence > last + 1 { entries.append(.removed(last + 1...event.sequence - 1)) }
                entries.append(.event(sequence: event.sequence, link: event.link, event.event))
                last = event.sequence
            }
            if let head, head > last { entries.append(.removed(last + 1...head)) }
            return entries
        }
    }

    /// Returns the stored position, or the begin of the chain.
    public func position(of stream: EventStream) async throws -> Int64 {
        try reading { transaction in
            let stored = try transaction.first("SELECT sequence FROM event_stream WHERE name = :name", [":name": stream.rawValue]) {
                try $0.sequence()
            }
            return try stored ?? transaction.chainEnds()?.begin ?? 0
        }
    }

    /// Stores a position. It shares a commit with other transactions.
    public func advance(_ stream: EventStream, to sequence: Int64) async throws {
        try await StoreTrouble.naming {
            try await commits.write { db in
                _ = try Transaction(db: db).run(
                    """
                    INSERT INTO event_stream (name, sequence) VALUES (:name, :sequence)
                    ON CONFLICT (name) DO UPDATE SET sequence = max(sequence, excluded.sequence)
                    """, [":name": stream.rawValue, ":sequence": Int(sequence)])
            }
        }
    }

    /// Returns the number of the last event.
    public func lastEvent() async throws -> Int64 {
        try reading { try $0.chainEnds()?.head.sequence ?? 0 }
    }

    private func reading<T>(_ body: (Transaction) throws -> T) throws -> T {
        try StoreTrouble.naming { try readers.read { try body(Transaction(db: $0)) } }
    }
}

extension Transaction {
    /// Returns the number of events from before the chain, and of events that the server cannot have written: with a number below 1 or of a
    /// deleted event, or from before the chain with values of the chain.
    fileprivate func eventsOutsideOfTheChain(_ ends: EventChainWalk.Ends) throws -> (early: Int, added: Int) {
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
    struct ChainPage: Sendable {
        var ends: EventChainWalk.Ends
        var rows: [EventChainWalk.Row]
        var isLast: Bool
    }

    /// - Parameter sequence: The event before the page; `nil` for the anchor.
    /// - Returns: `nil` if the ends of the chain are not stored.
    func chainPage(after sequence: Int64?, limit: Int) throws -> ChainPage? {
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
