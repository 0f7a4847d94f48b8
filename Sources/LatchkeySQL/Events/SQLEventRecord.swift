import Foundation
public import LatchkeyIdentity

/// The audit log of a store, in tables of its SQL database.
public struct SQLEventRecord: EventRecord {
    private let transactions: any SQLTransactions
    private let chain: EventChainKey?
    /// The observers of committed events.
    public let committedEvents: CommittedEvents

    package init(_ transactions: any SQLTransactions, chain: EventChainKey?, committedEvents: CommittedEvents) {
        self.transactions = transactions
        self.chain = chain
        self.committedEvents = committedEvents
    }

    /// The number of events that are verified in one snapshot.
    private static let verifiedTogether = 1000

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
            let page = try await transactions.read { try $0.chainPage(after: after, limit: Self.verifiedTogether) }
            guard let page else {
                var result = EventVerification()
                result.problem = .init(sequence: nil, detail: "The begin and the end of the chain were deleted.")
                return result
            }
            walk.take(page.ends)
            for row in page.rows { walk.take(row) }
            if page.isLast { walk.finish(page.ends) }
            if unchained == nil {
                let counts = try await transactions.read { try $0.eventsOutsideOfTheChain(page.ends) }
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
        try await transactions.read { transaction in
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
        try await transactions.read { transaction in
            let stored = try transaction.first("SELECT sequence FROM event_stream WHERE name = :name", [":name": stream.rawValue]) {
                try $0.sequence()
            }
            return try stored ?? transaction.chainEnds()?.begin ?? 0
        }
    }

    /// Stores a position. It shares a commit with other transactions.
    public func advance(_ stream: EventStream, to sequence: Int64) async throws {
        try await transactions.write { transaction in
            try transaction.run(
                """
                INSERT INTO event_stream (name, sequence) VALUES (:name, :sequence)
                ON CONFLICT (name) DO UPDATE SET sequence = max(event_stream.sequence, excluded.sequence)
                """, [":name": stream.rawValue, ":sequence": Int(sequence)])
        }
    }

    /// Returns the number of the last event.
    public func lastEvent() async throws -> Int64 {
        try await transactions.read { try $0.chainEnds()?.head.sequence ?? 0 }
    }
}
