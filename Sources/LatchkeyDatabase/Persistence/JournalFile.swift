import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that only its owner can read (mode 0600), in a folder with mode 0700, locked by one program at a time.
final class JournalFile {
    let path: String
    private var file: Int32
    /// The descriptor of a separate lock file, because the journal itself is replaced.
    private let lock: Int32
    private(set) var size: Int

    static let maxBytes = 256 * 1024 * 1024

    /// Opens or creates the file, and locks it.
    ///
    /// - Throws: ``JournalError``, also if another program has locked the journal.
    init(path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw JournalError("The folder of \(path) cannot be created: \(error.localizedDescription)")
        }
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw JournalError("open", path + ".lock") }
        guard Self.take(lock) else {
            close(lock)
            throw JournalError("Another program is using \(path).")
        }
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let error = JournalError("open", path)
            close(lock)
            throw error
        }
        // A file that was restored from a backup may have other permissions.
        _ = fchmod(file, 0o600)
        (self.path, self.lock, self.file) = (path, lock, file)
        size = Int(lseek(file, 0, SEEK_END))
    }

    deinit {
        close(file)
        close(lock)
    }

    /// Locks a file, and waits up to a second for it. A program that is being started as a child of the last owner has the descriptor, and
    /// so the lock, until it runs: `O_CLOEXEC` does not apply to `fork`.
    private static func take(_ lock: Int32) -> Bool {
        for attempt in 0..<100 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR, attempt < 99 else { break }
            usleep(10_000)
        }
        return false
    }

    func read() throws -> [UInt8] {
        guard size <= Self.maxBytes else { throw JournalError("\(path) is larger than \(Self.maxBytes) bytes.") }
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < size {
            let got = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress?.advanced(by: count), size - count, off_t(count)) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw JournalError("read", path) }
            count += got
        }
        return bytes
    }

    /// Appends bytes. They survive the end of the program, but a power failure only after ``sync(_:)``. After an error the file is
    /// unchanged.
    func append(_ bytes: [UInt8]) throws {
        do {
            try Self.write(bytes, to: file, path)
        } catch {
            // An incomplete record would damage the next one.
            _ = ftruncate(file, off_t(size))
            throw error
        }
        size += bytes.count
    }

    func removeAll() throws {
        guard ftruncate(file, 0) == 0 else { throw JournalError("empty", path) }
        size = 0
    }

    /// The file descriptor for ``sync(_:)``, until the file is replaced.
    var descriptor: Int32 { file }

    /// Waits until the file is synced to disk.
    static func sync(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

    /// Replaces the file atomically, so that a crash leaves either the old or the new one.
    func replace(with bytes: [UInt8]) throws {
        let temporary = path + ".new"
        let new = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_APPEND | O_CLOEXEC, 0o600)
        guard new >= 0 else { throw JournalError("write", temporary) }
        do {
            try Self.write(bytes, to: new, temporary)
            guard fsync(new) == 0 else { throw JournalError("write", temporary) }
            guard rename(temporary, path) == 0 else { throw JournalError("replace", path) }
        } catch {
            close(new)
            unlink(temporary)
            throw error
        }
        close(file)
        file = new
        size = bytes.count
        syncFolder()
    }

    /// Syncs the folder. The new name of a file is only durable after that.
    private func syncFolder() {
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        close(folder)
    }

    private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws {
        var count = 0
        while count < bytes.count {
            #if canImport(Darwin)
            let written = bytes.withUnsafeBytes { Darwin.write(file, $0.baseAddress?.advanced(by: count), bytes.count - count) }
            #elseif canImport(Musl)
            let written = bytes.withUnsafeBytes { Musl.write(file, $0.baseAddress?.advanced(by: count), bytes.count - count) }
            #else
            let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress?.advanced(by: count), bytes.count - count) }
            #endif
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw JournalError("write", path) }
            count += written
        }
    }
}

/// The reason why writes cannot be stored.
struct JournalError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    fileprivate init(_ verb: String, _ path: String) {
        description = "Cannot \(verb) \(path): \(String(cString: strerror(errno)))."
    }
}
