import Foundation

/// A file with owner-only access that gets its name when it is complete; or an existing device or pipe.
final class PrivateOutput {
    private let path: String
    private let handle: FileHandle
    /// The final path; `nil` for output that is written directly.
    private let place: String?
    private var isFinished = false

    private static func part(of place: String) -> String { place + ".part" }

    /// - Parameter path: `-` for standard output.
    init(_ path: String) throws {
        self.path = path
        guard path != "-" else {
            (handle, place) = (.standardOutput, nil)
            return
        }
        // A reader may be attached, so it must not be replaced by a file.
        if FileKind(of: path) == .other {
            guard let handle = FileHandle(forWritingAtPath: path) else { throw Failure("\(path) cannot be written.") }
            (self.handle, place) = (handle, nil)
            return
        }
        let place = Self.place(of: path)
        let part = Self.part(of: place)
        try? FileManager.default.removeItem(atPath: part)
        guard FileManager.default.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: part)
        else {
            throw Failure("\(path) cannot be written.")
        }
        (self.handle, self.place) = (handle, place)
    }

    /// Removes an incomplete file, because it contains hashes and would be forgotten.
    deinit {
        if let place, !isFinished { try? FileManager.default.removeItem(atPath: Self.part(of: place)) }
    }

    /// Whether the output is a regular file.
    var isFile: Bool { place != nil }

    func write(_ text: String) throws { try write(text.utf8) }

    func write(_ bytes: some Collection<UInt8>) throws {
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw Failure(
                isFile ? "\(path) cannot be written completely; the disk may be full." : "The output is incomplete: its reader exited.")
        }
    }

    func finish() throws {
        guard let place else {
            if path != "-" { try handle.close() }
            return
        }
        try handle.synchronize()
        try handle.close()
        guard rename(Self.part(of: place), place) == 0 else { throw Failure("\(path) cannot be written.") }
        isFinished = true
    }

    /// Returns whether two paths are the same file, or one is the temporary file of the other.
    static func collide(_ one: String, _ other: String) -> Bool {
        guard one != "-", other != "-" else { return one == other }
        let (one, other) = (place(of: one), place(of: other))
        return one == other || part(of: one) == other || one == part(of: other)
    }

    /// Resolves symbolic links. A link to a device, such as `/dev/stdout`, must not be replaced itself.
    private static func place(of path: String) -> String {
        let url = URL(fileURLWithPath: path)
        guard FileKind(of: path) == .nothing else { return url.resolvingSymlinksInPath().path }
        return url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent).path
    }
}
