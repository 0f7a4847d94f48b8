import Crypto
import Foundation

/// The values of a row, in the order of the columns that a move names.
struct MovedRow: Sendable {
    let values: [StoredValue]

    init(_ row: inout StoredRow, count: Int) throws {
        values = try (0..<count).map { _ in try row.next(StoredValue.self) }
    }

    /// Adds the values to a digest. Each has a tag and its length, so that no two rows have the same bytes.
    func add(to digest: inout SHA256) {
        for value in values {
            switch value {
            case .null: Self.add(0, [], to: &digest)
            case .integer(let number): Self.add(1, withUnsafeBytes(of: number.littleEndian, Array.init), to: &digest)
            case .text(let text): Self.add(2, Array(text.utf8), to: &digest)
            case .blob(let bytes): Self.add(3, bytes, to: &digest)
            }
        }
    }

    private static func add(_ tag: UInt8, _ bytes: [UInt8], to digest: inout SHA256) {
        digest.update(data: [tag] + withUnsafeBytes(of: UInt64(bytes.count).littleEndian, Array.init))
        digest.update(data: bytes)
    }
}

extension StoredValue: Storable {
    package var stored: StoredValue { self }
    package init?(stored: StoredValue) { self = stored }
}
