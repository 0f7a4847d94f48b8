public import LatchkeyIdentity

/// A stream of JSON lines in a file.
public struct EventFile: EventReceiver {
    /// The stream.
    public let stream = EventStream.file
    /// The path of the file.
    public let place: String
    /// The maximum number of lines that are written and synchronized together.
    public let maxEntries = 1000

    private let thread = BlockingWork("latchkey.audit.file")

    /// Creates a stream to a file.
    ///
    /// - Parameter path: The path of the file. It is created when needed, readable for its owner only. Its folder must exist.
    public init(path: String) {
        place = path
    }

    /// Appends lines, and returns when they are on the disk.
    ///
    /// The file is opened for each delivery, so that lines after a rotation are in the new file.
    public func deliver(_ entries: [StreamedEvent]) async throws {
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += try EventLine(entry).json()
            bytes.append(0x0a)
        }
        try await thread.run { [place, bytes] in
            let file = try AppendedFile(path: place)
            try file.append(bytes)
        }
    }
}
