import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A private folder in a data folder, for a copy of a store that must not stay. It is removed with this object. Those of processes that were
/// killed are removed when the next one is created.
final class WorkFolder: Sendable {
    let path: String
    /// The folder itself, locked while it is in use.
    private let lock: Int32

    private static let (prefix, suffix) = ("backup-", ".tmp")

    /// - Throws: ``Failure``.
    init(in folder: String) throws {
        Self.removeUnused(in: folder)
        path = folder + "/" + Self.prefix + UUID().uuidString + Self.suffix
        guard mkdir(path, 0o700) == 0 else { throw Failure("\(folder) cannot be written to: \(String(cString: strerror(errno))).") }
        lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Another process may have locked and removed it in between.
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, FileManager.default.fileExists(atPath: path) else {
            throw Failure("\(path) was removed by another backup. Try again.")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        if lock >= 0 { close(lock) }
    }

    /// Removes the folders that no process has locked.
    static func removeUnused(in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard name.hasPrefix(prefix), name.hasSuffix(suffix),
                UUID(uuidString: "\(name.dropFirst(prefix.count).dropLast(suffix.count))") != nil
            else { continue }
            let lock = open(folder + "/" + name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: folder + "/" + name) }
            close(lock)
        }
    }
}
