import Foundation
import HTTPTypes
package import LatchkeyIdentity
package import LatchkeyRealtime
package import LatchkeyTree
import LatchkeyWeb
package import NIOHTTP1
import NIOHTTPTypesHTTP1
import Synchronization

/// The nodes that follow databases of this node.
package final class Followers: Sendable {
    private let passage: NodePassage
    private let trustedProxies: [AddressRange]
    private let open: @Sendable (DatabaseID) async throws -> RealtimeDatabase?
    private let endSession: Replicas.EndSession
    private let served = Mutex<[ObjectIdentifier: FollowedDatabase]>([:])

    /// - Parameters:
    ///   - passage: Checks the proofs of other nodes.
    ///   - trustedProxies: The addresses of the nodes.
    ///   - open: Returns a database of this node.
    ///   - endSession: Ends the session of a client of this node.
    package init(
        _ passage: NodePassage, trustedProxies: [AddressRange],
        open: @escaping @Sendable (DatabaseID) async throws -> RealtimeDatabase?, endSession: @escaping Replicas.EndSession
    ) {
        self.passage = passage
        self.trustedProxies = trustedProxies
        self.open = open
        self.endSession = endSession
    }

    /// Whether a request for a link comes from a node. Call it once for a request, because its proof is used up.
    package func admits(_ head: HTTPRequestHead, from peer: String?) -> Bool {
        let fields = HTTPFields(head.headers, splitCookie: false)
        guard let header = NodeSeal.header, let proof = fields[header], PassedRequest.isMarked(fields),
            PassedRequest.isTrusted(fields, from: peer, trustedProxies)
        else { return false }
        return passage.seal.door(proof, at: passage.name, .get, head.uri, fields) == .links
    }

    /// Returns the database that another node asks to follow.
    ///
    /// - Throws: An error if this node does not have the database.
    func database(for target: String) async throws -> RealtimeDatabase {
        // The upgrade of another path was not checked for a proof.
        guard target.prefix(while: { $0 != "?" }) == NodePassage.linkPath else { throw FollowingRefused() }
        let items = URLComponents(string: target)?.queryItems ?? []
        func value(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        guard let database = try await open(DatabaseID(project: value("project"), name: value("name"))) else { throw FollowingRefused() }
        return database
    }

    func serve(_ database: RealtimeDatabase, _ link: NodeLink) async throws {
        let followed = FollowedDatabase(database, link) { [self] id, sender in
            guard !(await endSession(id, database.id)) else { return }
            await endSession(id, of: database, except: sender)
        }
        served.withLock { $0[ObjectIdentifier(followed)] = followed }
        defer { served.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(followed)) } }
        try await followed.serve()
    }

    /// Ends the session of a client at the nodes that follow a database. Returns when its on-disconnect writes are durable.
    package func endSession(_ id: String, of database: RealtimeDatabase) async { await endSession(id, of: database, except: nil) }

    private func endSession(_ id: String, of database: RealtimeDatabase, except sender: FollowedDatabase?) async {
        let others = served.withLock { $0.values.filter { $0.database === database && $0 !== sender } }
        await withDiscardingTaskGroup { group in
            for other in others { group.addTask { await other.endSession(id) } }
        }
    }
}
