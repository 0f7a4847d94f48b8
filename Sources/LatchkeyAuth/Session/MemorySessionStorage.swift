import Synchronization

/// A storage that keeps the session in memory, for the life of the process.
public final class MemorySessionStorage: SessionStorage {
    private let bytes: Mutex<[UInt8]?>

    /// Creates a storage.
    ///
    /// - Parameter bytes: The initial value of ``load()``.
    public init(_ bytes: [UInt8]? = nil) {
        self.bytes = Mutex(bytes)
    }

    /// Returns the bytes that were saved last.
    public func load() -> [UInt8]? { bytes.withLock { $0 } }
    /// Saves the bytes.
    public func save(_ bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }
    /// Removes the bytes.
    public func remove() { bytes.withLock { $0 = nil } }
}
