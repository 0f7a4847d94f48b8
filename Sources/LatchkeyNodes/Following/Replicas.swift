package import LatchkeyRealtime
package import LatchkeyTree
import Logging
package import NIOCore
import Synchronization

/// The replicas of databases that other nodes have. Each is opened for the first client that listens to it here, and closed when no client
/// uses it any more.
package actor Replicas {
    /// What a replica needs of this node.
    package struct Setting: Sendable {
        /// Returns the current time in milliseconds since 1970.
        let now: @Sendable () -> Double
        /// The log for reads that the rules deny.
        let denials: DenialLog?
        /// Whether clients of this node use a replica.
        let isUsed: @Sendable (RealtimeDatabase) -> Bool
        /// Ends the sessions of a replica that has ended.
        let whenEnded: @Sendable (RealtimeDatabase) async -> Void
        /// Ends the session of a client of this node.
        let endSession: EndSession
        let log: NodeLog

        package init(
            now: @escaping @Sendable () -> Double, denials: DenialLog?, isUsed: @escaping @Sendable (RealtimeDatabase) -> Bool,
            whenEnded: @escaping @Sendable (RealtimeDatabase) async -> Void, endSession: @escaping EndSession, log: NodeLog
        ) {
            self.now = now
            self.denials = denials
            self.isUsed = isUsed
            self.whenEnded = whenEnded
            self.endSession = endSession
            self.log = log
        }
    }

    /// Ends the session of a client at this node. Returns when its on-disconnect writes are durable.
    ///
    /// - Returns: `false` if it is not at this node.
    package typealias EndSession = @Sendable (_ id: String, DatabaseID) async -> Bool

    private let passage: NodePassage
    private let setting: Setting
    private let eventLoops: any EventLoopGroup
    private var opened: [DatabaseOfAnotherNode: Task<RealtimeDatabase, any Error>] = [:]
    /// The replicas that are complete.
    private let complete = Mutex<[ObjectIdentifier: (database: RealtimeDatabase, link: Replica)]>([:])

    private static let checkInterval = Duration.seconds(30)

    /// - Parameter eventLoops: The event loops of the links.
    package init(_ passage: NodePassage, _ setting: Setting, on eventLoops: any EventLoopGroup) {
        self.passage = passage
        self.setting = setting
        self.eventLoops = eventLoops
    }

    /// Returns the replica of a database, and begins to follow it if necessary.
    ///
    /// - Throws: ``FollowingRefused`` if the other node does not let this one follow; an error of the connection.
    package func database(of other: DatabaseOfAnotherNode) async throws -> RealtimeDatabase {
        if let task = opened[other] { return try await task.value }
        let task = Task { try await open(other) }
        opened[other] = task
        do {
            return try await task.value
        } catch {
            if opened[other] == task { opened[other] = nil }
            throw error
        }
    }

    /// The replicas that clients can use.
    package nonisolated var all: [RealtimeDatabase] { complete.withLock { $0.values.map(\.database) } }

    /// Ends the session of a client at another node.
    package nonisolated func endSession(_ id: String, of replica: RealtimeDatabase) async {
        let link = complete.withLock { $0[ObjectIdentifier(replica)]?.link }
        await link?.endSession(id)
    }

    private func open(_ other: DatabaseOfAnotherNode) async throws -> RealtimeDatabase {
        let link = try await passage.follow(other, on: eventLoops.next())
        let replica = Replica(of: other.database, link, setting)
        setting.log.note("This node follows a database of another node", other)
        return try await withCheckedThrowingContinuation { continuation in
            Task { await follow(other, replica) { continuation.resume(with: $0) } }
        }
    }

    private func follow(
        _ other: DatabaseOfAnotherNode, _ replica: Replica,
        _ ready: @escaping @Sendable (Result<RealtimeDatabase, any Error>) -> Void
    ) async {
        let checks = Task {
            while true {
                try await Task.sleep(for: Self.checkInterval)
                replica.endIfUnused()
            }
        }
        let (ended, reason) = await replica.run { [self] result in
            if case .success(let database) = result { complete.withLock { $0[ObjectIdentifier(database)] = (database, replica) } }
            ready(result)
        }
        checks.cancel()
        guard let ended else { return }
        opened[other] = nil
        setting.log.note("This node no longer follows a database of another node", other, cause: reason)
        complete.withLock { $0[ObjectIdentifier(ended)] = nil }
        await setting.whenEnded(ended)
    }
}
