public import LatchkeyRules
public import LatchkeyTree
import Synchronization

/// A change of a database, as a follower applies it to its replica.
public enum FollowedChange: Sendable {
    /// A write with the changes in order. They take effect together.
    case write([TreeChange])
    case rules(SecurityRules)
    case settings(DatabaseSettings)
    /// The database was removed, or another node may have it; no further changes follow.
    case ended(DatabaseError)
}

/// A callback that receives the changes of a database. It is called while the listeners of the database are locked, so it may only add the
/// change to a queue.
public typealias FollowerSink = @Sendable (FollowedChange) -> Void

/// The ID of a follower, needed to end it.
public struct FollowerID: Hashable, Sendable {
    let number: UInt64
}

/// The state of a database at the time when a follower begins.
public struct FollowedState: Sendable {
    /// The tree.
    public let root: Node
    /// The rules.
    public let rules: SecurityRules
    /// The settings.
    public let settings: DatabaseSettings

    /// Creates a state.
    public init(root: Node, rules: SecurityRules, settings: DatabaseSettings) {
        self.root = root
        self.rules = rules
        self.settings = settings
    }
}

/// The followers of a database: nodes with a replica of it.
final class DatabaseFollowers: Sendable {
    private struct State {
        var sinks: [UInt64: FollowerSink] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.sinks.count } }

    func add(_ sink: @escaping FollowerSink) -> FollowerID {
        state.withLock { state in
            state.last += 1
            state.sinks[state.last] = sink
            return FollowerID(number: state.last)
        }
    }

    func remove(_ id: FollowerID) { state.withLock { $0.sinks[id.number] = nil } }

    func tell(_ change: @autoclosure () -> FollowedChange) {
        let sinks = state.withLock { $0.sinks }
        guard !sinks.isEmpty else { return }
        let change = change()
        for sink in sinks.values { sink(change) }
    }
}
