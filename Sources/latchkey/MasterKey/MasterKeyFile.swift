import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file with master keys. It is written durably: data that is encrypted with a key survives a power failure, and so must the key.
struct MasterKeyFile {
    let path: String

    /// Writes a file that does not exist yet.
    ///
    /// - Throws: ``SystemError``.
    func create(_ text: String) throws(SystemError) {
        try write(text, to: path, flags: O_EXCL)
        try synchronizeFolder(of: path)
    }

    /// Runs a change of the file that no other process changes meanwhile.
    ///
    /// - Throws: ``AdminError`` if another process does, or the errors of `body`, of which ``SystemError`` becomes an ``AdminError``.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError() }
            defer { close(descriptor) }
            let opened = FileStamp(of: path)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, opened != nil, opened == FileStamp(of: path) else {
                throw AdminError("Another process changes \(path). Nothing was changed; try again.")
            }
            return try body()
        } catch let error as SystemError {
            throw AdminError("The master key cannot be written to \(path): \(error). Nothing was changed.")
        }
    }

    /// Checks that the contents can be replaced: that the folder can be written.
    ///
    /// - Throws: ``AdminError`` with the reason.
    func checkReplaceable() throws {
        do throws(SystemError) {
            guard let resolved = realpath(path, nil) else { throw SystemError() }
            defer { free(resolved) }
            let folder = URL(fileURLWithPath: String(cString: resolved)).deletingLastPathComponent().path
            guard access(folder, W_OK) == 0 else { throw SystemError() }
        } catch {
            throw AdminError(
                "The master key cannot be written to \(path): \(error). Nothing was changed. If the service may not write there, put two keys "
                    + "into the file, the new one first, each in a line, and restart it.")
        }
    }

    /// Replaces the contents. The file has either the old or the new contents at every moment.
    ///
    /// - Throws: ``SystemError``. The file is unchanged then, unless only its folder could not be synchronized.
    func replace(with text: String) throws(SystemError) {
        // The new file takes the place of the file itself, not of a link to it.
        guard let resolved = realpath(path, nil) else { throw SystemError() }
        defer { free(resolved) }
        let target = String(cString: resolved)
        let part = target + ".new"
        unlink(part)
        try write(text, to: part, flags: O_EXCL, like: target)
        guard rename(part, target) == 0 else {
            let error = SystemError()
            unlink(part)
            throw error
        }
        try synchronizeFolder(of: target)
    }

    private func write(_ text: String, to path: String, flags: Int32, like other: String? = nil) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        // A command of the superuser leaves the file to its owner.
        if let owner = other.flatMap(Self.owner), owner.user != getuid(), fchown(descriptor, owner.user, owner.group) != 0 {
            throw failure(removing: path)
        }
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Self.write(descriptor, $0[done...]) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(removing: path) }
            done += count
        }
        guard fsync(descriptor) == 0 else { throw failure(removing: path) }
    }

    private static func owner(of path: String) -> (user: uid_t, group: gid_t)? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let user = attributes[.ownerAccountID] as? NSNumber, let group = attributes[.groupOwnerAccountID] as? NSNumber
        else { return nil }
        return (user.uint32Value, group.uint32Value)
    }

    private static func write(_ descriptor: CInt, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        #if canImport(Glibc)
        return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        return Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        return Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    private func failure(removing path: String) -> SystemError {
        let error = SystemError()
        unlink(path)
        return error
    }

    private func synchronizeFolder(of path: String) throws(SystemError) {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = end == path.startIndex ? "." : String(path[..<end])
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }

    /// The last error of the system.
    struct SystemError: Error, CustomStringConvertible {
        private let code = errno

        var description: String { String(cString: strerror(code)) }
    }
}
