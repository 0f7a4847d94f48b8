import Foundation
import LatchkeyBackup

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An archive in a folder of a file system.
struct FolderArchive: ArchiveTarget {
    let path: String
    let pace = Duration.milliseconds(200)

    private static let partSuffix = ".part"

    // A network file system can block without a limit. Therefore each access has its own thread, which a cancellation abandons.

    func folders() async throws -> [String] { try await OwnThread.abandonable { _ in try list(path) } }

    func names(in folder: String) async throws -> [String] {
        let place = path + "/" + folder
        return try await OwnThread.abandonable { _ in FileManager.default.fileExists(atPath: place) ? try list(place) : [] }
    }

    private func list(_ place: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: place)
        } catch {
            throw Failure("\(place) cannot be read by the user \(NSUserName()).")
        }
    }

    func write(_ content: [UInt8], as name: String, in folder: String) async throws {
        try await OwnThread.abandonable { _ in
            try create(name, in: folder) { try $0.write(content) }
        }
    }

    func write(file: String, size: Int, through sealing: ArchiveSealing, as name: String, in folder: String) async throws {
        try await OwnThread.abandonable { sign in
            var sealing = sealing
            try create(name, in: folder) {
                try $0.write(file, through: &sealing) { _ in if sign.isRaised { throw CancellationError() } }
            }
        }
    }

    /// Creates a file that is complete when it has its name.
    private func create(_ name: String, in folder: String, _ write: (TransformedFile) throws -> Void) throws {
        let place = path + "/" + folder
        if mkdir(place, 0o700) == 0 {
            try synchronize(path)
        } else if errno != EEXIST {
            throw Failure("\(place) cannot be created: \(String(cString: strerror(errno))).")
        }
        // A write that was abandoned may still continue in its thread, so each has a file of its own.
        let file = place + "/" + name
        let part = file + "." + UUID().uuidString + Self.partSuffix
        let output = try TransformedFile(part)
        try write(output)
        try output.finish()
        // In contrast to a rename, this does not replace the file of another server.
        let reason = link(part, file) == 0 ? 0 : errno
        guard reason == 0 || reason == EEXIST && FileManager.default.contentsEqual(atPath: part, andPath: file) else {
            unlink(part)
            if reason == EEXIST { throw ArchiveConflict(place: file) }
            throw Failure("\(file) cannot be created: \(String(cString: strerror(reason))).")
        }
        unlink(part)
        try synchronize(place)
    }

    /// Makes the names in a folder durable.
    private func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("\(folder) cannot be opened: \(String(cString: strerror(errno))).") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure("\(folder) cannot be written: \(String(cString: strerror(errno))).") }
    }

    func read(_ name: String, in folder: String, _ write: ([UInt8]) throws -> Void) async throws {
        let file = path + "/" + folder + "/" + name
        guard let input = FileHandle(forReadingAtPath: file) else { throw Failure("\(file) cannot be read by the user \(NSUserName()).") }
        defer { try? input.close() }
        while let piece = try input.read(upToCount: TransformedFile.pieceBytes), !piece.isEmpty { try write(Array(piece)) }
    }

    func remove(_ folder: String) async throws {
        try await OwnThread.abandonable { _ in
            unlink(path + "/" + folder + "/" + ArchiveObject.snapshot)
            try FileManager.default.removeItem(atPath: path + "/" + folder)
        }
    }
}

/// Another server writes to the same archive, or wrote to it with a copy of the same data folder.
struct ArchiveConflict: Error, CustomStringConvertible {
    let place: String
    var description: String { "\(place) exists with other contents. Give each server an archive of its own." }
}
