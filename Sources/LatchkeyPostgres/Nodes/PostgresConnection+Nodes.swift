import LatchkeySQL

/// The rows of the nodes.
extension PostgresConnection {
    /// Adds the row of a node. The store then belongs to nodes, and no longer to one process.
    ///
    /// - Parameter others: The leases with the same name or address that may be there: those of this process.
    /// - Returns: The number of its lease; `nil` if there are others.
    func insert(_ place: NodePlace, besides others: Set<Int64>) throws -> Int64? {
        var lease: Int?
        try inTransaction(PostgresWriter.begin) {
            guard try others.isSuperset(of: beats(ofNodesAt: place).keys) else { return }
            _ = try execute("UPDATE store_owner SET claim = :claim WHERE one = 1", [":claim": PostgresLease.claim]) { _ in }
            let sql = "INSERT INTO store_node (name, address, version) VALUES (:name, :address, :version) RETURNING lease"
            _ = try execute(sql, [":name": place.name, ":address": place.address, ":version": place.version]) { lease = try $0.next() }
        }
        return lease.map { Int64($0) }
    }

    /// - Returns: Whether the lease has not ended.
    func raiseBeat(of lease: Int64) throws -> Bool {
        try execute("UPDATE store_node SET beat = beat + 1, beat_at = now() WHERE lease = :lease", [":lease": Int(lease)]) { _ in } == 1
    }

    /// Returns the beats of all nodes, by their leases.
    ///
    /// - Parameter place: The name and the address, of which the nodes have at least one; `nil` for all nodes.
    func beats(ofNodesAt place: NodePlace? = nil) throws -> [Int64: Int64] {
        var beats: [Int64: Int64] = [:]
        let sql = """
            SELECT lease, beat FROM store_node
            WHERE CAST(:name AS TEXT) IS NULL OR name = CAST(:name AS TEXT) OR address = CAST(:address AS TEXT)
            """
        _ = try execute(sql, [":name": place?.name, ":address": place?.address]) {
            beats[Int64(try $0.next() as Int)] = Int64(try $0.next() as Int)
        }
        return beats
    }

    /// Ends a lease.
    ///
    /// - Parameter beat: The beat that the lease must still have; `nil` for any.
    /// - Returns: Whether the lease had not ended, and had this beat.
    func removeLease(_ lease: Int64, at beat: Int64? = nil) throws -> Bool {
        let sql = "DELETE FROM store_node WHERE lease = :lease AND beat = coalesce(CAST(:beat AS BIGINT), beat)"
        return try execute(sql, [":lease": Int(lease), ":beat": beat.map { Int($0) }]) { _ in } == 1
    }
}
