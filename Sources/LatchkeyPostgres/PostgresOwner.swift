import Dispatch
import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets
import Synchronization

/// The claim of one process to a whole store. While it is held, no other process opens the store exclusively.
///
/// A process holds a lock of a connection (`pg_advisory_lock`) and stores a random value, its claim. If it loses the connection, it takes the
/// lock again. Another process may be faster, which the first one may notice late, so every commit compares the claim (``PostgresWriter``).
final class PostgresOwner: Sendable {
    /// The value in the store that shows whose claim it is.
    let claim: [UInt8]
    private let line: PostgresLine
    private let isHeld = Atomic(true)
    /// An element when another process has the claim.
    private let losses = AsyncStream.makeStream(of: Void.self)

    /// The number of the lock.
    static let lock = 0x4c74_4b7a
    private static let interval = DispatchTimeInterval.seconds(1)
    /// The time in which a server that stops, or a command, releases the lock.
    private static let patience = Duration.seconds(5)
    private static let pause = 0.1
    /// PostgreSQL ends the connection of a machine that is gone, and releases its lock. Nothing is probed while data waits for an
    /// acknowledgement, hence the last setting.
    static let settings = """
        SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000
        """

    /// - Parameter locked: A connection that has the lock. It stays open.
    private init(_ login: PostgresLogin, _ locked: PostgresConnection, claim: [UInt8]) {
        self.claim = claim
        line = PostgresLine(login, open: locked) { try $0.command(Self.settings) }
        askLater()
    }

    /// The processes that can have the lock at the same time.
    enum Sharing {
        /// One process.
        case none
        /// All nodes.
        case nodes
    }

    /// Takes the lock.
    ///
    /// - Returns: `false` if another process has it, and keeps it for some seconds.
    static func lock(_ connection: PostgresConnection, _ sharing: Sharing) throws -> Bool {
        try connection.command(settings)
        let end = ContinuousClock.now + patience
        while true {
            if try tryLock(connection, sharing) { return true }
            guard ContinuousClock.now < end else { return false }
            Thread.sleep(forTimeInterval: pause)
        }
    }

    /// Takes the lock if it is free.
    static func tryLock(_ connection: PostgresConnection, _ sharing: Sharing) throws -> Bool {
        try isTrue("SELECT pg_try_advisory_lock\(sharing == .nodes ? "_shared" : "")(\(lock))", on: connection)
    }

    /// Begins a claim. The writes of earlier ones fail from now on.
    ///
    /// - Parameter connection: A connection to a store, with the lock.
    static func claim(_ login: PostgresLogin, _ connection: PostgresConnection) throws -> PostgresOwner {
        let claim = RandomTokens.system.data(count: 16)
        // The lock of the writers waits for a commit of the former owner.
        try connection.inTransaction(PostgresWriter.begin) {
            _ = try connection.execute("UPDATE store_owner SET claim = :claim WHERE one = 1", [":claim": claim]) { _ in }
        }
        return PostgresOwner(login, connection, claim: claim)
    }

    /// Waits until another process has the claim. Call it once.
    ///
    /// - Returns: `false` if the store was closed before, or the task was cancelled.
    func waitForAnother() async -> Bool {
        for await _ in losses.stream { return true }
        return false
    }

    func close() {
        isHeld.store(false, ordering: .sequentiallyConsistent)
        losses.continuation.finish()
        line.close()
    }

    private func askLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            self?.line.perform { [weak self] line in self?.ask(line) }
        }
    }

    /// Compares the claim, and takes the lock again if its connection was lost.
    ///
    /// While PostgreSQL cannot be reached, no other process can have a claim. A lock that is not free may still be that of the lost connection.
    private func ask(_ line: PostgresLine) {
        guard isHeld.load(ordering: .sequentiallyConsistent) else { return }
        if let isMine = try? Self.isTrue(Self.question, [":claim": claim], on: line.connected()), !isMine {
            losses.continuation.yield()
            return losses.continuation.finish()
        }
        askLater()
    }

    /// `CASE` calls the function only if the claim is this one and the connection has no lock. Its result does not matter.
    private static let question = """
        SELECT CASE
            WHEN claim <> :claim THEN FALSE
            WHEN EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objid = \(lock)) THEN TRUE
            ELSE pg_try_advisory_lock(\(lock)) IN (TRUE, FALSE)
        END
        FROM store_owner WHERE one = 1
        """

    private static func isTrue(_ sql: String, _ values: Values = [:], on connection: PostgresConnection) throws -> Bool {
        var isTrue = false
        _ = try connection.execute(sql, values) { isTrue = try $0.next() }
        return isTrue
    }
}
