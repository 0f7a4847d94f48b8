import Foundation
import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// Writes that survive a restart of the program.
@Suite struct FileWriteJournalTests {
    /// The path of a journal, deleted with the test.
    private final class Place {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-journal-\(UUID().uuidString)")
        var path: String { folder.appendingPathComponent("state/a.writes").path }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

        func write(_ bytes: [UInt8]) throws {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }

        /// Returns the writes that a newly started program finds.
        func found() -> [PendingWrite] { FileWriteJournal(path: path, warn: { Issue.record("\($0)") }).load() }

        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
    }

    private static func samples() throws -> [PendingWrite] {
        [
            PendingWrite(id: 1, path: .root, content: .set(.empty)),
            PendingWrite(
                id: 2, path: try TreePath("a/ü\"b"),
                content: .set(try Node(json: #"{"x":{".value":"a\nb",".priority":1},"t":{".sv":"timestamp"},"n":-0.5}"#.utf8))),
            PendingWrite(id: 3, path: try TreePath("a"), content: .setPriority(.string("p")), owner: "an\"n"),
            PendingWrite(id: 4, path: try TreePath("a"), content: .setPriority(.none)),
            PendingWrite(
                id: 9, path: try TreePath("m"),
                content: .merge([
                    WriteChild(path: try WritePath("a/b"), node: .leaf(true)), WriteChild(path: try WritePath("c"), node: .empty),
                    WriteChild(path: try WritePath("d/.priority"), node: .leaf(2)),
                ])),
        ]
    }

    /// The bytes of a journal with these writes.
    private static func bytes(_ records: [JournalRecord]) -> [UInt8] { records.flatMap(\.line) }

    @Test func pendingWritesSurviveARestart() throws {
        let place = Place()
        let samples = try Self.samples()
        do {
            let journal = FileWriteJournal(path: place.path, warn: { Issue.record("\($0)") })
            #expect(journal.load() == [])
            for write in samples { journal.append(write) }
            journal.flush()
        }
        #expect(place.found() == samples)
        do {
            let journal = FileWriteJournal(path: place.path, warn: { Issue.record("\($0)") })
            #expect(journal.load() == samples)
            journal.remove(2)
            journal.remove(9)
            journal.append(PendingWrite(id: 10, path: .root, content: .set(.leaf(1))))
            journal.flush()
        }
        #expect(place.found().map(\.id) == [1, 3, 4, 10])
    }

    @Test func onlyItsOwnerCanReadIt() throws {
        let place = Place()
        let journal = FileWriteJournal(path: place.path, warn: { Issue.record("\($0)") })
        _ = journal.load()
        #expect(try place.mode(place.path) == 0o600)
        #expect(try place.mode((place.path as NSString).deletingLastPathComponent) == 0o700)
    }

    @Test func oneThatOthersCouldReadIsClosedToThem() throws {
        let place = Place()
        try place.write([])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path)
        #expect(place.found() == [])
        #expect(try place.mode(place.path) == 0o600)
    }

    @Test func recordWithTheMaximumNumberIsIgnored() {
        let records = [JournalRecord.write(PendingWrite(id: .max, path: .root, content: .set(.leaf(1)))), .done(3)]
        #expect(JournalRecord.pending(in: Self.bytes(records)).writes == [])
    }

    @Test func aNumberThatWasThereIsNoOtherWrite() {
        let writes = [3, 5, 5, 4, 6].enumerated().map { PendingWrite(id: $1, path: .root, content: .set(.leaf(.number(Double($0))))) }
        let (found, hasMore) = JournalRecord.pending(in: Self.bytes(writes.map { .write($0) }))
        #expect(found == [writes[0], writes[1], writes[4]] && hasMore)
    }

    @Test func cutAtEveryByteWholeWritesAreKept() throws {
        let samples = try Self.samples()
        let records = samples.map { JournalRecord.write($0) } + [.done(1), .done(4)]
        let bytes = Self.bytes(records)
        var ends: [Int] = []
        for record in records { ends.append((ends.last ?? 0) + record.line.count) }
        for cut in 0...bytes.count {
            let whole = ends.prefix { $0 <= cut }.count
            let done: Set = whole > 6 ? [1, 4] : whole > 5 ? [1] : []
            #expect(
                JournalRecord.pending(in: Array(bytes[..<cut])).writes == samples.prefix(whole).filter { !done.contains($0.id) }, "\(cut)")
        }
        // The same through the file, where later records must not be appended to the partial one.
        for cut in [ends[1] + 1, ends[2] - 1, ends[2]] {
            let place = Place()
            try place.write(Array(bytes[..<cut]))
            do {
                let journal = FileWriteJournal(path: place.path, warn: { Issue.record("\($0)") })
                _ = journal.load()
                journal.append(PendingWrite(id: 20, path: .root, content: .set(.leaf(1))))
                journal.flush()
            }
            #expect(place.found().map(\.id) == (cut == ends[2] ? [1, 2, 3, 20] : [1, 2, 20]))
        }
    }

    @Test func aDamagedRecordCostsItselfAlone() throws {
        let samples = try Self.samples()
        let lines = samples.map { JournalRecord.write($0).line }
        let bytes = lines.flatMap { $0 }
        for position in lines[0].count..<(lines[0].count + lines[1].count - 1) {
            var damaged = bytes
            damaged[position] ^= 1
            // A damaged byte may become a line break; then both parts are invalid.
            #expect(JournalRecord.pending(in: damaged).writes.map(\.id) == [1, 3, 4, 9], "\(position)")
        }
    }

    @Test func completedWritesAreRemoved() throws {
        let place = Place()
        let journal = FileWriteJournal(path: place.path, maxDeadBytes: 1000, warn: { Issue.record("\($0)") })
        _ = journal.load()
        journal.append(PendingWrite(id: 0, path: .root, content: .set(.leaf(0))))
        for id in 1...100 {
            journal.append(PendingWrite(id: id, path: .root, content: .set(.leaf(.string(String(repeating: "x", count: 100))))))
            journal.flush()
            if id > 1 { journal.remove(id - 1) }
            journal.flush()
            #expect(try place.bytes().count < 2000)
        }
        #expect(JournalRecord.pending(in: try place.bytes()).writes.map(\.id) == [0, 100])
        journal.remove(0)
        journal.remove(100)
        journal.flush()
        #expect(try place.bytes() == [])
    }

    @Test func secondProgramIsWarnedAndRunsWithoutAJournal() throws {
        let place = Place()
        let first = FileWriteJournal(path: place.path, warn: { Issue.record("\($0)") })
        _ = first.load()
        let told = Mutex<[String]>([])
        let second = FileWriteJournal(path: place.path, warn: { text in told.withLock { $0.append(text) } })
        #expect(second.load() == [])
        second.append(PendingWrite(id: 1, path: .root, content: .set(.leaf(1))))
        second.flush()
        #expect(told.withLock { $0.count } == 1)
        #expect(told.withLock { $0[0] }.contains("Another program is using \(place.path)"))
        #expect(try place.bytes() == [])
        withExtendedLifetime(first) {}
    }

    @Test func unwritableJournalIsReported() throws {
        let told = Mutex<[String]>([])
        let journal = FileWriteJournal(path: "/dev/null/journal", warn: { text in told.withLock { $0.append(text) } })
        #expect(journal.load() == [])
        journal.append(PendingWrite(id: 1, path: .root, content: .set(.leaf(1))))
        journal.flush()
        #expect(told.withLock { $0.count } == 1)
    }
}
