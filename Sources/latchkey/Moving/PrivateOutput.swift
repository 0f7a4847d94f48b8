import Foundation

/// A file that only its owner may read, and that appears under its name when it is complete; or a device or a pipe that is there.
final class PrivateOutput {
    private let path: String
    private let handle: FileHandle
    /// Where the file will be; `nil` for what is written to as it comes.
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
        // Others read what comes out of it: no file may take its place.
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

    /// What was begun holds hashes, and nobody would look for it.
    deinit {
        if let place, !isFinished { try? FileManager.default.removeItem(atPath: Self.part(of: place)) }
    }

    /// Whether a file appears under the name.
    var isFile: Bool { place != nil }

    func write(_ text: String) throws { try write(text.utf8) }

    func write(_ bytes: some Collection<UInt8>) throws {
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw Failure(
                isFile ? "\(path) cannot be written to its end: is the disk full?" : "Whoever read the output has gone: it is not whole.")
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

    /// Whether one of two names would take the other's file, or the place of what is written of it.
    static func collide(_ one: String, _ other: String) -> Bool {
        guard one != "-", other != "-" else { return one == other }
        let (one, other) = (place(of: one), place(of: other))
        return one == other || part(of: one) == other || one == part(of: other)
    }

    /// What a symbolic link leads to: the link itself, `/dev/stdout` for example, is not ours to replace.
    private static func place(of path: String) -> String {
        let url = URL(fileURLWithPath: path)
        guard FileKind(of: path) == .nothing else { return url.resolvingSymlinksInPath().path }
        return url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent).path
    }
}
