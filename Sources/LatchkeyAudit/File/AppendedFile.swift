#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file of lines that is open for appending.
final class AppendedFile {
    private let path: String
    private let descriptor: Int32
    private var size: off_t

    /// Opens the file, and creates it for its owner only. An incomplete last line, which a crash or a full disk left, is removed: its event
    /// is written again.
    ///
    /// - Throws: ``EventDeliveryError``.
    init(path: String) throws {
        self.path = path
        var isNew = true
        // A link could lead the server to write to another file.
        var opened = open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        if opened < 0, errno == EEXIST {
            isNew = false
            opened = open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        }
        descriptor = opened
        size = 0
        guard opened >= 0 else { throw error("cannot be opened") }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error("cannot be read") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw EventDeliveryError("\(path) is not a regular file. Set audit-file to another path.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw error("is used by another process, or cannot be locked") }
        size = status.st_size
        try removeIncompleteLine()
        if isNew { try synchronizeFolder() }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends bytes, and waits until they are on the disk. If this fails, none of them stay in the file.
    func append(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = error("cannot be written")
                _ = ftruncate(descriptor, size)
                throw error
            }
            written += count
        }
        guard fsync(descriptor) == 0 else { throw error("cannot be written to the disk") }
        size += off_t(written)
    }

    private func removeIncompleteLine() throws {
        var end = size
        var block = [UInt8](repeating: 0, count: 4096)
        while end > 0 {
            let start = max(0, end - off_t(block.count))
            let count = pread(descriptor, &block, Int(end - start), start)
            guard count == Int(end - start) else { throw error("cannot be read") }
            if let newline = block[..<count].lastIndex(of: 0x0a) {
                end = start + off_t(newline) + 1
                break
            }
            end = start
        }
        guard end < size else { return }
        // Another file, which a wrong path names, must not be cut.
        let start = Array("{\"".utf8).prefix(Int(size - end))
        guard pread(descriptor, &block, start.count, end) == start.count, block.prefix(start.count) == start else {
            throw EventDeliveryError("\(path) ends with a line that is not an event. Set audit-file to another path.")
        }
        guard ftruncate(descriptor, end) == 0 else { throw error("cannot be written") }
        size = end
    }

    /// Otherwise, a power failure could lose the name of a new file.
    private func synchronizeFolder() throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let opened = open(folder, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return }
        defer { close(opened) }
        guard fsync(opened) == 0 || errno == EINVAL else { throw error("cannot be created durably") }
    }

    private func error(_ problem: String) -> EventDeliveryError {
        EventDeliveryError("\(path) \(problem): \(String(cString: strerror(errno))).")
    }
}
