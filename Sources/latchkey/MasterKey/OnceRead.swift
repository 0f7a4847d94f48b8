import Synchronization

/// What this process read from sources that can be read only once. Two parts of a command may need the same secret.
enum OnceRead {
    private static let contents = Mutex<[String: [UInt8]]>([:])

    /// Returns the bytes of a source, which are read at the first call. An error is not kept.
    static func bytes<Problem: Error>(
        of source: String, _ read: () throws(Problem) -> [UInt8]
    ) throws(Problem) -> [UInt8] {
        if let known = contents.withLock({ $0[source] }) { return known }
        let bytes = try read()
        contents.withLock { $0[source] = bytes }
        return bytes
    }
}
