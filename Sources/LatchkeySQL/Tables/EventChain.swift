package import LatchkeyIdentity
import LatchkeySecrets

extension EventChainKey {
    /// Returns the key of the chain, and creates it if there is none yet.
    ///
    /// - Returns: `nil` if another master key sealed it, or it was changed.
    package static func stored(in transaction: Transaction, sealer: Sealer) throws -> EventChainKey? {
        let sealed = try transaction.first("SELECT sealed_key FROM event_chain WHERE one = 1", [:]) { row -> SealedSecret? in
            try row.next()
        }
        if let sealed = sealed ?? nil { return try? EventChainKey(opening: sealed, with: sealer) }
        // The state that the migration leaves. In any other one, the key was removed.
        let isNew = try transaction.first(
            """
            SELECT 1 FROM event_chain WHERE one = 1 AND anchor_proof IS NULL AND NOT EXISTS (SELECT 1 FROM auth_event WHERE link IS NOT NULL)
            """, [:]
        ) { try $0.next(Int.self) }
        guard isNew != nil else { return nil }
        let key = EventChainKey(random: .system)
        try key.begin(in: transaction, sealedKey: try key.sealed(with: sealer))
        return key
    }

    /// Begins the chain after the events that are stored now.
    package func begin(in transaction: Transaction, sealedKey: SealedSecret?) throws {
        let last = try transaction.lastStoredEvent()
        let head = EventHead(sequence: last, link: .zero)
        try transaction.run(
            """
            UPDATE event_chain SET
                sealed_key = :key, begin = :last, anchor = :last, anchor_link = :zero, anchor_proof = :anchor_proof,
                head = :last, head_link = :zero, head_proof = :head_proof
            WHERE one = 1
            """,
            [
                ":key": sealedKey, ":last": Int(last), ":zero": EventDigest.zero, ":anchor_proof": proof(ofAnchor: head, begin: last),
                ":head_proof": proof(ofHead: head),
            ])
    }
}

extension EventDigest: Storable {
    package var stored: StoredValue { .blob(bytes) }

    package init?(stored: StoredValue) {
        guard case .blob(let bytes) = stored else { return nil }
        self.init(bytes: bytes)
    }
}

extension StoredRow {
    package mutating func sequence() throws -> Int64 { Int64(try next(Int.self)) }

    package mutating func eventHead() throws -> EventHead { EventHead(sequence: try sequence(), link: try next()) }
}

extension Transaction {
    /// The server reaches no higher number; an added row with one must not stop it.
    package static var maxSequence: Int64 { 1 << 53 }

    /// The number of the last stored event, in the chain or not.
    package func lastStoredEvent() throws -> Int64 {
        try first("SELECT coalesce(max(id), 0) FROM auth_event WHERE id < \(Self.maxSequence)", [:]) { try $0.sequence() } ?? 0
    }

    /// Appends an event to the chain.
    package func appendToChain(_ event: AuthEvent, _ key: EventChainKey) throws -> ChainedEvent {
        // A row that another program inserted must not stop the server. The verification reports it.
        let head = try first(
            """
            SELECT head, head_link, (SELECT coalesce(max(id), 0) FROM auth_event WHERE id < \(Self.maxSequence)) FROM event_chain WHERE one = 1
            """, [:]
        ) { row in
            let head = try row.eventHead()
            return EventHead(sequence: max(head.sequence, try row.sequence()), link: head.link)
        }
        let chained = ChainedEvent(
            appending: event, sequence: try (head?.sequence ?? lastStoredEvent()) + 1, after: head?.link ?? .zero, key: key, random: .system
        )
        let link = chained.link ?? .zero
        try runLater(
            "UPDATE event_chain SET head = :head, head_link = :link, head_proof = :proof WHERE one = 1",
            [
                ":head": Int(chained.sequence), ":link": link,
                ":proof": key.proof(ofHead: EventHead(sequence: chained.sequence, link: link)),
            ])
        return chained
    }

    /// Reads the ends of the chain.
    ///
    /// - Returns: `nil` without a key of the chain, or if the row was deleted.
    package func chainEnds() throws -> EventChainWalk.Ends? {
        try first(
            """
            SELECT begin, anchor, anchor_link, anchor_proof, head, head_link, head_proof FROM event_chain
            WHERE one = 1 AND anchor_link IS NOT NULL
            """, [:]
        ) { row in
            EventChainWalk.Ends(
                begin: try row.sequence(), anchor: try row.eventHead(), anchorProof: try row.next(), head: try row.eventHead(),
                headProof: try row.next())
        }
    }

    /// Reads the deleted events after a number.
    package func removedEvents(after sequence: Int64, limit: Int) throws -> [RemovedEvent] {
        try all(
            "SELECT sequence, commitment, link, proof FROM removed_event WHERE sequence > :after ORDER BY sequence LIMIT :limit",
            [":after": Int(sequence), ":limit": limit]
        ) { row in
            RemovedEvent(sequence: try row.sequence(), commitment: try row.next(), link: try row.next(), proof: try row.next())
        }
    }

    package func insert(_ removed: RemovedEvent) throws {
        try run(
            "INSERT INTO removed_event (sequence, commitment, link, proof) VALUES (:sequence, :commitment, :link, :proof)",
            [
                ":sequence": Int(removed.sequence), ":commitment": removed.commitment, ":link": removed.link, ":proof": removed.proof,
            ])
    }

    /// Forgets deleted events before which nothing is kept: the anchor replaces them. It stops at a line that is wrong, so that the
    /// verification still finds it.
    package func moveAnchor(_ key: EventChainKey) throws {
        guard let ends = try chainEnds(), ends.anchorProof == key.proof(ofAnchor: ends.anchor, begin: ends.begin) else { return }
        var anchor = ends.anchor
        search: while case let page = try removedEvents(after: anchor.sequence, limit: 1000), !page.isEmpty {
            for removed in page {
                guard removed.sequence == anchor.sequence + 1, removed.isProven(by: key, after: anchor.link) else { break search }
                anchor = EventHead(sequence: removed.sequence, link: removed.link)
            }
        }
        guard anchor != ends.anchor else { return }
        try run("DELETE FROM removed_event WHERE sequence <= :anchor", [":anchor": Int(anchor.sequence)])
        try run(
            "UPDATE event_chain SET anchor = :anchor, anchor_link = :link, anchor_proof = :proof WHERE one = 1",
            [":anchor": Int(anchor.sequence), ":link": anchor.link, ":proof": key.proof(ofAnchor: anchor, begin: ends.begin)])
    }
}
