public import LatchkeyNodes
import LatchkeyRealtime
import LatchkeyTree
import Logging
import NIOPosix

/// The parts of the database port for other nodes.
struct OtherNodes: Sendable {
    /// Passes requests on.
    let passage: NodePassage
    /// The databases of other nodes that this node follows.
    let replicas: Replicas
    /// The nodes that follow databases of this node.
    let followers: Followers
    let log: NodeLog
}

extension DatabaseParts {
    /// Passes requests on to other nodes; `nil` if there are none.
    public var passage: NodePassage? { nodes?.passage }

    /// Connects this node with the other nodes.
    public mutating func join(_ passage: NodePassage, log: NodeLog) {
        let (clients, directory) = (clients, directory)
        let endSession: Replicas.EndSession = { await clients.end($0, of: $1) != nil }
        let setting = Replicas.Setting(
            now: directory.now, denials: accounts.denials, isUsed: { clients.isUsed($0) },
            whenEnded: { $0.isRemoved ? await clients.end(allOf: $0.id) : await clients.disconnect(allOf: $0) }, endSession: endSession,
            log: log)
        nodes = OtherNodes(
            passage: passage, replicas: Replicas(passage, setting, on: MultiThreadedEventLoopGroup.singleton),
            followers: Followers(
                passage, trustedProxies: accounts.trustedProxies, open: { try await directory.database($0) }, endSession: endSession),
            log: log)
    }

    /// Returns a database of this node, or the replica of one of another node.
    ///
    /// - Parameters:
    ///   - mayFollow: Whether a replica suffices.
    ///   - find: Finds the database.
    /// - Throws: `DatabaseOfAnotherNode` if the request has to be passed on to that node; `DatabaseError.elsewhere` if that node
    ///   cannot be reached.
    func following(_ mayFollow: Bool = true, _ find: () async throws -> RealtimeDatabase) async throws -> RealtimeDatabase {
        do {
            return try await find()
        } catch let other as DatabaseOfAnotherNode {
            guard let nodes, mayFollow else { throw other }
            do {
                return try await nodes.replicas.database(of: other)
            } catch let error as FollowingRefused {
                nodes.log.warn("Clients are passed on to a node that does not let this one follow its database", other, cause: error)
                throw other
            } catch {
                nodes.log.warn("A database of another node cannot be followed", other, cause: error)
            }
            await directory.forget(other)
            do { return try await find() } catch is DatabaseOfAnotherNode { throw DatabaseError.elsewhere }
        }
    }

    /// Ends the session that a client had before it lost its connection, at this node or another one. Returns when its on-disconnect writes
    /// are durable.
    func endSession(_ id: String, of database: RealtimeDatabase) async {
        let ended = await clients.end(id, of: database.id)
        // The writes of a session at a former replica are executed by the owner.
        guard ended !== database, let nodes else { return }
        if database.isReplica {
            await nodes.replicas.endSession(id, of: database)
        } else {
            await nodes.followers.endSession(id, of: database)
        }
    }
}
