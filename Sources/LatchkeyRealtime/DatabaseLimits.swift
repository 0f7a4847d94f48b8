/// How much one database keeps in memory before it is on the disk, and when it writes its tree as a whole.
public struct DatabaseLimits: Sendable {
    /// Writes that may wait for the disk. More are refused: who writes faster than the disk does not get slower by waiting longer.
    public var maxWaitingWrites = 20_000
    /// About how many bytes those may have together. A single larger one is taken when nothing else waits.
    public var maxWaitingBytes = 256 * 1024 * 1024
    /// The log is read at every start, and a snapshot costs as much as the tree is large: after so many writes, or so many bytes of them
    /// and half of what the last snapshot had.
    public var writesPerSnapshot = 100_000
    public var bytesPerSnapshot = 64 * 1024 * 1024

    public init() {}
}
