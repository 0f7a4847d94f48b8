import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Files that only their owner can read, and that are replaced as a whole.
enum PrivateFile {
    struct Problem: Error, CustomStringConvertible {
        let description: String

        init(_ path: String) { description = "\(path) cannot be written: \(String(cString: strerror(errno)))." }
    }

    static func write(_ text: String, to path: String) throws(Problem) {
        let part = path + ".part"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Problem(part) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
            try file.close()
        } catch {
            unlink(part)
            throw Problem(part)
        }
        guard rename(part, path) == 0 else { throw Problem(path) }
    }

    /// - Returns: `nil` if there is no such file, or it has more bytes.
    static func read(_ path: String, maxBytes: Int) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: maxBytes + 1), data.count <= maxBytes
        else { return nil }
        return String(data: data, encoding: .utf8)
    }
}
