/// Read access to the work that is left after accounts were deleted.
public protocol ErasureReading {
    /// Returns the oldest deletions with work left.
    func erasures(limit: Int) throws -> [AccountErasure]
}

/// Write access to the work that is left after accounts were deleted.
public protocol ErasureWriting: ErasureReading {
    /// Inserts the work for a deleted account. The project may be deleted before the work is done.
    func insert(_ erasure: AccountErasure) throws
    /// Removes work that is done.
    ///
    /// - Returns: Whether it was stored.
    func deleteErasure(_ pseudonym: AccountID) throws -> Bool
}
