import LatchkeyBackup

/// A place for an archive: folders with objects.
protocol ArchiveTarget: Sendable {
    /// The least time between two segments.
    var pace: Duration { get }

    /// Returns the names of the folders.
    func folders() async throws -> [String]

    /// Returns the names of the objects in a folder; none if it does not exist.
    func names(in folder: String) async throws -> [String]

    /// Writes a small object durably. It must not exist, or have the same contents.
    func write(_ content: [UInt8], as name: String, in folder: String) async throws

    /// Writes the converted bytes of a file durably.
    ///
    /// - Parameter size: The size of the file.
    func write(file: String, size: Int, through sealing: ArchiveSealing, as name: String, in folder: String) async throws

    /// Reads an object in pieces. An error of the closure ends the operation.
    func read(_ name: String, in folder: String, _ write: (_ piece: [UInt8]) throws -> Void) async throws

    /// Removes a folder, with its snapshot first, so that nothing begins with a part of it.
    func remove(_ folder: String) async throws
}

extension ArchiveTarget {
    /// Reads a small object.
    ///
    /// - Throws: `ArchiveFormatError.damaged` if it is larger.
    func read(_ name: String, in folder: String, maxBytes: Int) async throws -> [UInt8] {
        var content: [UInt8] = []
        try await read(name, in: folder) { piece in
            guard content.count + piece.count <= maxBytes else { throw ArchiveFormatError.damaged }
            content += piece
        }
        return content
    }

    /// The parts of the archive, the oldest first.
    func parts() async throws -> [ArchiveFolderName] { try await folders().compactMap { ArchiveFolderName($0) }.sorted() }
}
