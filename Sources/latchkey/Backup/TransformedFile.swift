import Foundation
import LatchkeyBackup

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A new file that only its owner can read, with the converted bytes of another one. It is removed unless it is finished.
final class TransformedFile {
    private let path: String
    private let handle: FileHandle
    private var isFinished = false

    /// The number of bytes that are read at once.
    static let pieceBytes = 1_048_576

    /// - Throws: ``Failure``.
    init(_ path: String) throws {
        self.path = path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("\(path) cannot be created: \(String(cString: strerror(errno))).") }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit {
        if !isFinished { unlink(path) }
    }

    func write(_ bytes: [UInt8]) throws {
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw Failure("\(path) cannot be written completely; the disk may be full.")
        }
    }

    /// Ends the file durably.
    func finish() throws {
        do {
            try handle.synchronize()
            try handle.close()
        } catch {
            throw Failure("\(path) cannot be written completely; the disk may be full.")
        }
        isFinished = true
    }

    /// Writes the converted bytes of a file.
    ///
    /// - Parameter progress: Called with the number of bytes that were read. An error ends the operation.
    func write(_ source: String, through transform: inout some ByteTransform, progress: (Int) throws -> Void) throws {
        guard let input = FileHandle(forReadingAtPath: source) else {
            throw Failure("\(source) cannot be read by the user \(NSUserName()).")
        }
        defer { try? input.close() }
        var done = 0
        while let piece = try input.read(upToCount: Self.pieceBytes), !piece.isEmpty {
            try write(transform.append(Array(piece)))
            done += piece.count
            try progress(done)
        }
        try write(transform.finish())
    }
}
