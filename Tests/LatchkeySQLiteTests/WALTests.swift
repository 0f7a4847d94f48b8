import Foundation
import Testing

@testable import LatchkeySQLite

/// Reading of write-ahead logs that SQLite wrote.
@Suite struct WALTests {
    /// The log of sqlite3 3.40.1 after `PRAGMA page_size = 512; CREATE TABLE t(x); INSERT INTO t VALUES('one')`: the offsets of bytes that
    /// are not zero.
    private static let pieces: [(offset: Int, hex: String)] = [
        (
            0,
            "377f0682002de2180000020000000000a1e4b79380655ef26882e7b412bb24d90000000100000000a1e4b79380655ef249ad87ba56364b6253514c69746520666f726d617420330002000202004020200000000200000002"
        ),
        (99, "0100000004"),
        (115, "01"),
        (151, "02002e63010d0000000101df0001df"),
        (
            535,
            "1f0106170f0f012f7461626c65747402435245415445205441424c4520742878290000000200000002a1e4b79380655ef2ea65fe9b8e35c9c90d0000000002"
        ),
        (1107, "0200000002a1e4b79380655ef2930b4d8b899d7a870d0000000101f90001f9"),
        (1633, "050102136f6e65"),
    ]

    private static let log: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: 1640)
        for (offset, hex) in pieces {
            for (index, pair) in stride(from: 0, to: hex.utf8.count, by: 2).enumerated() {
                bytes[offset + index] = UInt8(hex.dropFirst(pair).prefix(2), radix: 16) ?? 0
            }
        }
        return bytes
    }()

    private func file(_ bytes: [UInt8]) throws -> (folder: TemporaryFolder, log: WALFile) {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/log"))
        return (folder, WALFile(path: folder.path + "/log"))
    }

    @Test func framesAreReadUpToTheLastCommit() throws {
        let (folder, log) = try file(Self.log)
        let start = try #require(try log.beginning())
        #expect((start.salt1, start.salt2, start.pageSize, start.frames) == (0xa1e4_b793, 0x8065_5ef2, 512, 0))
        #expect(!start.isBigEndian)
        let end = try log.committed(after: start)
        #expect((end.frames, end.checksum1, end.checksum2) == (3, 0x930b_4d8b, 0x899d_7a87))
        let frames = try log.frames(after: start, count: 3)
        // The first frame belongs to the transaction of the second.
        #expect(frames.commits == [2, 3])
        #expect(frames.bytes == Array(Self.log[32...]))
        var pages: [UInt32] = []
        frames.forEach { _, page, _, _ in pages.append(page) }
        #expect(pages == [1, 2, 2])
        #expect(try log.contains(end))
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [(32 + 536 * 3 - 1, 2), (32 + 536 * 2, 2), (32 + 536 * 2 - 1, 0), (32 + 536, 0), (32, 0)])
    func anIncompleteTransactionIsNotRead(length: Int, frames: Int) throws {
        let (folder, log) = try file(Array(Self.log.prefix(length)))
        let start = try #require(try log.beginning())
        #expect(try log.committed(after: start).frames == frames)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [40, 48, 60, 32 + 536 + 600])
    func frameWithAnotherByteEndsTheLog(offset: Int) throws {
        var bytes = Self.log
        bytes[offset] ^= 1
        let (folder, log) = try file(bytes)
        let start = try #require(try log.beginning())
        let first = offset < 568 ? 0 : 2
        #expect(try log.committed(after: start).frames == first)
        #expect(throws: WALProblem.changed) { try log.frames(after: start, count: 3) }
        withExtendedLifetime(folder) {}
    }

    /// SQLite writes over the frames of a transaction that it could not complete.
    @Test func frameThatWasReplacedAfterItWasReadIsNoticed() throws {
        var bytes = Self.log
        let (folder, log) = try file(bytes)
        let end = try log.committed(after: try #require(try log.beginning()))
        bytes[32 + 536 * 2 + 16] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: log.path))
        #expect(throws: WALProblem.changed) { try log.committed(after: end) }
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [(Int.max, 1), (-24, 1), (513, 1), (0, 1), (512, -1), (512, Int.max)])
    func placesOfADamagedArchiveAreRefused(pageSize: Int, frames: Int) throws {
        let (folder, log) = try file(Self.log)
        var start = try #require(try log.beginning())
        start.pageSize = pageSize
        var end = start
        end.frames = frames
        #expect(WALFrames([], from: start, to: end) == nil)
        withExtendedLifetime(folder) {}
    }

    @Test func anotherLogIsNoticed() throws {
        let (folder, log) = try file(Self.log)
        var place = try #require(try log.beginning())
        place.salt1 &+= 1
        #expect(throws: WALProblem.changed) { try log.committed(after: place) }
        #expect(try !log.contains(place))
        var later = try log.committed(after: try #require(try log.beginning()))
        later.checksum2 ^= 1
        #expect(try !log.contains(later))
        for bytes in [[], Array(Self.log.prefix(31)), [UInt8](repeating: 0, count: 32), [0x38] + Self.log.dropFirst()] {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/log"))
            #expect(try log.beginning() == nil)
            #expect(throws: WALProblem.changed) { try log.committed(after: place) }
        }
        withExtendedLifetime(folder) {}
    }

    @Test func framesOfAnArchiveAreCheckedAgain() throws {
        let (folder, log) = try file(Self.log)
        let start = try #require(try log.beginning())
        let frames = try log.frames(after: start, count: 3)
        #expect(WALFrames(frames.bytes, from: start, to: frames.end)?.commits == [2, 3])
        #expect(WALFrames(Array(frames.bytes.dropLast()), from: start, to: frames.end) == nil)
        var changed = frames.bytes
        changed[700] ^= 1
        #expect(WALFrames(changed, from: start, to: frames.end) == nil)
        withExtendedLifetime(folder) {}
    }
}
