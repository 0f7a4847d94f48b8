public import LatchkeyTree

/// A node that follows a database of another node has a replica of its tree, which serves listeners there. Writes are executed by the owner.
extension RealtimeDatabase {
    /// Creates a replica of a database that another node has.
    ///
    /// - Parameters:
    ///   - id: The database.
    ///   - followed: The state of the database; later changes are passed to ``apply(_:)``.
    ///   - owner: Executes the writes at the other node.
    ///   - now: Returns the current time in milliseconds since 1970.
    ///   - denials: The log for operations that the rules deny.
    public convenience init(
        replicaOf id: DatabaseID, _ followed: FollowedState, owner: any DatabaseOwner, now: @escaping @Sendable () -> Double,
        denials: DenialLog? = nil
    ) {
        let state = DatabaseState(
            root: followed.root, rules: followed.rules, settings: followed.settings,
            denials: denials.map { DenialRecorder(log: $0, database: id) })
        self.init(id, state: state, owner: owner, home: nil, now: now)
    }

    /// Whether this is a replica of a database that another node has.
    public var isReplica: Bool { home == nil }

    /// Applies a change of the owner to this replica. Call it for one change at a time, in their order.
    public func apply(_ change: FollowedChange) {
        switch change {
        case .write(let changes):
            let root = changes.reduce(state.root) { $0.applying($1) }
            state.publish(root, changes, now: now())
        case .rules(let rules): state.replace(rules: rules, now: now())
        case .settings(let settings): state.replace(settings: settings)
        case .ended(let error): state.end(error)
        }
    }

    /// Returns when this replica has all changes that were confirmed before the call; at once if it is not a replica.
    ///
    /// - Throws: `DatabaseError.elsewhere` if the owner cannot be reached, or may no longer have the database.
    public func catchUp() async throws(DatabaseError) { try await owner.catchUp() }

    /// Adds a follower.
    ///
    /// - Parameter sink: Receives every change after the returned state.
    /// - Throws: `DatabaseError.elsewhere` or `removed`.
    public func follow(_ sink: @escaping FollowerSink) throws(DatabaseError) -> (id: FollowerID, state: FollowedState) {
        guard isCurrent, !isReplica else { throw .elsewhere }
        return try state.follow(sink)
    }

    /// Ends a follower.
    public func end(_ follower: FollowerID) { state.followers.remove(follower) }

    /// The number of nodes that follow this database.
    public var followerCount: Int { state.followers.count }
}
