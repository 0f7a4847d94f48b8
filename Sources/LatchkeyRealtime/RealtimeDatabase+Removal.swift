import LatchkeyTree

extension RealtimeDatabase {
    /// Whether the database was removed. It then refuses everything.
    public var isRemoved: Bool { state.ended == .removed }

    /// Whether the database was removed, or this node gave it up. It then refuses everything.
    package var hasEnded: Bool { state.ended != nil }

    /// Removes the database after the writes that are already queued: later ones fail with ``DatabaseError/removed``, and all listeners end.
    /// The removal is durable when this returns, and no snapshot is being stored any more. The data stays in the store for
    /// `TreeStore.removeNextPart(of:)`.
    ///
    /// - Returns: Whether the database existed.
    func remove() async throws -> Bool { try await writer().remove() }

    /// Removes all data, as a write that listeners see, and frees its space in the store. Rules and settings stay.
    ///
    /// - Throws: `DatabaseError` if the write cannot be stored.
    public func empty() async throws {
        _ = try await write(.set(.empty, at: .root), by: .administrator, evenIfBusy: true)
        try await writer().snapshotNow()
    }
}
