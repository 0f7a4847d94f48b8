import Synchronization

/// Keeps the session as long as the process lives.
public final class MemorySessionStorage: SessionStorage {
    private let bytes: Mutex<[UInt8]?>

    /// - Parameter bytes: What ``load()`` gives at first.
    public init(_ bytes: [UInt8]? = nil) {
        self.bytes = Mutex(bytes)
    }

    /// The bytes saved last.
    public func load() -> [UInt8]? { bytes.withLock { $0 } }
    /// Keeps bytes.
    public func save(_ bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }
    /// Forgets the bytes.
    public func remove() { bytes.withLock { $0 = nil } }
}
