import Foundation
import Synchronization

/// A file of any size, or standard input, that is read in chunks.
final class PiecewiseFile: Sendable {
    /// The name for messages.
    let name: String
    private let state: Mutex<State>

    private struct State {
        let handle: FileHandle
        var progress: MovingProgress?
        var bytes = 0
    }

    private static let pieceBytes = 256 * 1024

    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - verb: The verb of the progress message; `nil` for no progress.
    /// - Throws: ``Failure`` for a file that cannot be opened.
    init(_ path: String, showing verb: String? = nil) throws {
        name = path == "-" ? "standard input" : path
        guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            throw Failure("\(path) cannot be opened.")
        }
        let size = path == "-" ? nil : (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber
        let total = size.map(\.intValue).flatMap { $0 > 0 ? $0 : nil }
        state = Mutex(State(handle: handle, progress: verb.map { MovingProgress($0, total: total, unit: "MB") }))
    }

    /// - Returns: The next chunk; `nil` at the end.
    func next() throws -> [UInt8]? {
        try state.withLock { state in
            let piece: Data?
            do {
                piece = try state.handle.read(upToCount: Self.pieceBytes)
            } catch {
                throw Failure("\(name) cannot be read: \(error.localizedDescription)")
            }
            guard let piece, !piece.isEmpty else {
                state.progress?.finish(count: state.bytes / 1_000_000, done: state.bytes)
                return nil
            }
            state.bytes += piece.count
            state.progress?.show(count: state.bytes / 1_000_000, done: state.bytes)
            return Array(piece)
        }
    }
}
