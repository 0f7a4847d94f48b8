import Foundation
import LatchkeyRealtime
import LatchkeyTree

/// Reports the operations of a socket client to the profilers of the database.
extension SocketSession {
    static func profile(
        _ database: RealtimeDatabase, _ kind: ProfiledOperation.Kind, _ path: TreePath, query: Query? = nil, bytes: Int = 0,
        since start: ContinuousClock.Instant? = nil, isAllowed: Bool? = nil
    ) {
        guard database.profile.isWatched else { return }
        let query = query.flatMap { $0.isUnfiltered ? nil : $0 }
        database.profile.tell(
            ProfiledOperation(
                kind, at: (Date().timeIntervalSince1970 * 1000).rounded(.down), path: path, bytes: bytes,
                milliseconds: start.map { $0.duration(to: .now) / .milliseconds(1) } ?? 0, isAllowed: isAllowed, query: query,
                isUnindexed: query.map { !database.hasIndex(for: $0, at: path) } ?? false))
    }

    func profile(
        _ kind: ProfiledOperation.Kind, _ path: TreePath, query: Query? = nil, bytes: Int = 0,
        since start: ContinuousClock.Instant? = nil, isAllowed: Bool? = nil
    ) {
        Self.profile(database, kind, path, query: query, bytes: bytes, since: start, isAllowed: isAllowed)
    }

    /// Reports a read or a listener that the rules denied. Writes are reported with their responses.
    func profileDenial(_ error: DatabaseError, _ action: String, _ body: JSONValue?) {
        guard case .denied = error, database.profile.isWatched else { return }
        let kinds: [String: ProfiledOperation.Kind] = ["g": .realtimeRead, "q": .listen, "l": .listen]
        guard let kind = kinds[action], let path = body?["p"]?.string.flatMap({ try? TreePath($0) }) else { return }
        profile(kind, path, isAllowed: false)
    }

    /// Reports an event to a listener. Its size is computed only while a profiler is connected.
    static func profileBroadcast(_ database: RealtimeDatabase, _ event: ListenerEvent, _ path: TreePath, query: Query) {
        guard database.profile.isWatched else { return }
        let bytes: Int
        switch event {
        case .put(_, let node): bytes = node.jsonBytes(.export).count
        case .merge(_, let children): bytes = children.reduce(0) { $0 + $1.path.utf8.count + $1.node.jsonBytes(.export).count }
        case .revoked, .ended: return
        }
        profile(database, .broadcast, path, query: query, bytes: bytes)
    }
}
