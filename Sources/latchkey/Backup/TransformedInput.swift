import Foundation
import LatchkeyBackup

/// The converted bytes of a file, in pieces of any size.
struct TransformedInput {
    private let input: FileHandle
    private var transform: any ByteTransform
    private var waiting: [UInt8] = []
    private var isAtEnd = false

    /// - Throws: ``Failure``.
    init(_ file: String, through transform: any ByteTransform) throws {
        guard let input = FileHandle(forReadingAtPath: file) else { throw Failure("\(file) cannot be read by the user \(NSUserName()).") }
        (self.input, self.transform) = (input, transform)
    }

    /// Returns as many bytes as requested, or the last ones.
    mutating func read(_ count: Int) throws -> [UInt8] {
        while waiting.count < count, !isAtEnd {
            let piece = try input.read(upToCount: TransformedFile.pieceBytes) ?? Data()
            isAtEnd = piece.isEmpty
            waiting += isAtEnd ? try transform.finish() : try transform.append(Array(piece))
        }
        let piece = Array(waiting.prefix(count))
        waiting.removeFirst(piece.count)
        return piece
    }
}
