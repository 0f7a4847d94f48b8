/// Whether a commit waits until its data is on the disk: SQLite's `PRAGMA synchronous`.
///
/// A crash of the process loses no commit with either level, and neither level can damage the store.
public enum SynchronousLevel: String, Sendable, CaseIterable {
    /// Each commit waits for the disk, so a power failure loses no confirmed change.
    case full
    /// Only checkpoints wait for the disk. A power failure or a crash of the operating system can lose the commits since the last one, and
    /// errors of the disk may reach no caller.
    case normal

    /// The value of the pragma.
    var number: Int {
        switch self {
        case .full: 2
        case .normal: 1
        }
    }
}
