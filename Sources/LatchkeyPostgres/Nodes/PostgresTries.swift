import Foundation
import LatchkeyIdentity
import LatchkeySQL
import Synchronization

/// The counts of rate limits in a table that nodes share.
///
/// A change locks the rows of its places, always in the same order, and does not wait for the disk or for the store's other transactions.
final class PostgresTries: TryStore {
    /// The maximum number of rows of each kind, except for quotas of whole projects, of which there are few.
    private static let capacity = 1_000_000
    private static let connectionCount = 4
    private static let maxWaiting = 1000
    private static let cleaningInterval = Duration.seconds(60)
    /// The number of rows that one transaction removes, which others wait for.
    fileprivate static let batch = 10_000

    private let pool: PostgresPool
    private let cleaner: PostgresPool
    private let errors: PostgresErrors
    private let capacity: Int
    private let cleaningInterval: Duration
    private let cleaned = Mutex(ContinuousClock.now)

    init(
        _ login: PostgresLogin, connections: Int = PostgresTries.connectionCount, capacity: Int = PostgresTries.capacity,
        cleaningInterval: Duration = PostgresTries.cleaningInterval,
        errors: PostgresErrors = PostgresErrors()
    ) {
        self.errors = errors
        pool = PostgresPool(login, count: connections, for: .rows, maxWaiting: Self.maxWaiting)
        cleaner = PostgresPool(login, count: 1, for: .rows)
        self.capacity = capacity
        self.cleaningInterval = cleaningInterval
    }

    func change<Result: Sendable>(
        _ places: [TryPlace], _ change: @escaping @Sendable (_ states: inout [TryState?], _ now: Date) -> Result
    ) async throws -> Result {
        let places = places.enumerated().sorted { ($0.element.kind.rawValue, $0.element.key) < ($1.element.kind.rawValue, $1.element.key) }
        return try await errors.naming {
            let result = try await pool.run { connection in
                let (stored, now) = try connection.lock(places.map(\.element))
                var states = [TryState?](repeating: nil, count: places.count)
                for (place, state) in zip(places, stored) { states[place.offset] = state }
                let result = change(&states, now)
                let changed = zip(places, stored).filter { states[$0.offset] != $1 }
                if !changed.isEmpty { try connection.store(changed.map { ($0.0.element, states[$0.0.offset]) }, at: now) }
                return result
            }
            cleanIfDue()
            return result
        }
    }

    func close() {
        pool.close()
        cleaner.close()
    }

    /// Removes rows without effect, at most once a minute. An error is counted, and the rows are removed a minute later.
    private func cleanIfDue() {
        let isDue = cleaned.withLock { last in
            guard last.duration(to: .now) >= cleaningInterval else { return false }
            last = .now
            return true
        }
        guard isDue else { return }
        Task { [cleaner, errors, capacity] in
            try? await errors.naming {
                while try await cleaner.run({ try $0.removeExpiredTries() }) == Self.batch {}
                while try await cleaner.run({ try $0.removeOldestTries(capacity: capacity) }) {}
            }
        }
    }
}

extension PostgresConnection {
    /// Locks the rows of places, and creates those that are missing.
    ///
    /// - Returns: The counts in the order of the places, and the time.
    fileprivate func lock(_ places: [TryPlace]) throws -> (states: [TryState?], now: Date) {
        let rows = places.indices.map { "(:kind\($0), :key\($0))" }.joined(separator: ", ")
        let sql = """
            INSERT INTO store_try AS stored (kind, key) VALUES \(rows) ON CONFLICT (kind, key) DO UPDATE SET kind = stored.kind
            RETURNING kind, key, amount, counted_at, pardon, reported, expires_at,
                CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)
            """
        let values = places.enumerated().flatMap { index, place -> [(String, any Storable)] in
            [(":kind\(index)", place.kind.rawValue), (":key\(index)", place.key.bytes)]
        }
        var found: [[UInt8]: (state: TryState, expiry: Int)] = [:]
        var now = 0
        _ = try execute(sql, Values(values)) { row in
            let place = [UInt8(truncatingIfNeeded: try row.next() as Int)] + (try row.next() as [UInt8])
            let state = TryState(
                amount: Double(try row.next() as Int) / 1e9, at: Date(microseconds: try row.next()), pardon: try row.next(),
                isReported: try row.next())
            found[place] = (state, try row.next())
            now = max(now, try row.next())
        }
        let states = places.map { place in
            found[[UInt8(truncatingIfNeeded: place.kind.rawValue)] + place.key.bytes].flatMap { $0.expiry > now ? $0.state : nil }
        }
        return (states, Date(microseconds: now))
    }

    /// Writes counts to the rows that ``lock(_:)`` has locked, together with the commit.
    fileprivate func store(_ counts: [(place: TryPlace, state: TryState?)], at now: Date) throws {
        let columns = ["kind", "key", "amount", "counted_at", "pardon", "reported", "expires_at"]
        let rows = counts.indices.map { index in "(" + columns.map { ":\($0)\(index)" }.joined(separator: ", ") + ")" }
        let sql = """
            INSERT INTO store_try (\(columns.joined(separator: ", "))) VALUES \(rows.joined(separator: ", "))
            ON CONFLICT (kind, key) DO UPDATE SET amount = excluded.amount, counted_at = excluded.counted_at, pardon = excluded.pardon,
                reported = excluded.reported, expires_at = excluded.expires_at
            """
        let values = counts.enumerated().flatMap { index, count -> [(String, any Storable)] in
            let state = count.state ?? TryState(at: now)
            let expiry = count.state == nil ? now : now + count.place.memorySeconds
            let values: [any Storable] = [
                count.place.kind.rawValue, count.place.key.bytes, Int((state.amount * 1e9).rounded()), state.at.microseconds, state.pardon,
                state.isReported, expiry.microseconds,
            ]
            return zip(columns, values).map { (":\($0)\(index)", $1) }
        }
        try executeLater(sql, Values(values), expecting: nil)
    }

    /// Removes rows that have expired. Rows that are being changed stay.
    ///
    /// - Returns: The number of removed rows, at most ``PostgresTries/batch``.
    fileprivate func removeExpiredTries() throws -> Int {
        try removeTries("expires_at <= CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)")
    }

    /// Removes the oldest rows of a kind that has too many.
    ///
    /// - Returns: Whether rows were removed, and there may be more.
    fileprivate func removeOldestTries(capacity: Int) throws -> Bool {
        var full: [(kind: Int, excess: Int)] = []
        let sql = "SELECT kind, count(*) - :capacity FROM store_try WHERE kind <> :project GROUP BY kind HAVING count(*) > :capacity"
        _ = try execute(sql, [":capacity": capacity, ":project": TryPlace.Kind.project.rawValue]) {
            full.append((try $0.next(), try $0.next()))
        }
        return try full.reduce(false) { hasRemoved, found in
            let count = min(found.excess, PostgresTries.batch)
            return try removeTries("kind = :kind ORDER BY counted_at", [":kind": found.kind], limit: count) > 0 || hasRemoved
        }
    }

    private func removeTries(_ condition: String, _ values: Values = [:], limit: Int = PostgresTries.batch) throws -> Int {
        let sql = """
            DELETE FROM store_try WHERE (kind, key) IN (
                SELECT kind, key FROM store_try WHERE \(condition) LIMIT :limit FOR UPDATE SKIP LOCKED)
            """
        return try execute(sql, Values(values.pairs + [(":limit", limit)])) { _ in }
    }
}

extension Date {
    fileprivate init(microseconds: Int) { self.init(timeIntervalSince1970: Double(microseconds) / 1e6) }
    fileprivate var microseconds: Int { Int((timeIntervalSince1970 * 1e6).rounded()) }
}
