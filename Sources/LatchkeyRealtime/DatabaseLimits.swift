/// The limits for pending writes of a database and the thresholds for its snapshots.
public struct DatabaseLimits: Sendable {
    /// The maximum number of pending writes. Further writes are rejected, because waiting longer does not slow down clients that write
    /// faster than the disk.
    public var maxWaitingWrites = 20_000
    /// The approximate maximum size of all pending writes, in bytes. A larger write is accepted if it is the only one.
    public var maxWaitingBytes = 256 * 1024 * 1024
    /// The number of logged writes after which a snapshot is saved. The log is read at every start, and the cost of a snapshot grows with
    /// the size of the tree.
    public var writesPerSnapshot = 100_000
    /// The number of logged bytes after which a snapshot is saved, if they are also at least half the size of the last snapshot.
    public var bytesPerSnapshot = 64 * 1024 * 1024

    /// Creates the default limits.
    public init() {}
}
