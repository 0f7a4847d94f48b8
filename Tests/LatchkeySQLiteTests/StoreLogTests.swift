import Foundation
import GRDB
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQLite

/// The log of a store that an archive reads.
@Suite struct StoreLogTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore
    private let log: StoreLog

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore.open(path: folder.store, mode: .real, isArchived: true)
        log = try #require(store.log)
    }

    private func insert(_ numbers: Range<Int>) async throws {
        for number in numbers { try await store.write { try $0.insert(Project.sample(ProjectID(rawValue: "project-\(number)"))) } }
    }

    private func projects(in file: String) throws -> [String] {
        let database = try DatabaseQueue(path: file)
        defer { try? database.close() }
        return try database.read { try String.fetchAll($0, sql: "SELECT id FROM project ORDER BY id") }
    }

    @Test func aCopyAndTheFramesAfterItAreTheStore() async throws {
        try await insert(0..<2)
        let view = try await log.begin()
        try await insert(2..<4)
        // The view is the store at its time, although it is copied later.
        let copy = folder.path + "/copy.db"
        _ = try view.copy(to: copy)
        #expect(try projects(in: copy) == ["project-0", "project-1"])
        let frames = try #require(try log.read(after: view.position))
        #expect(frames.commits.count == 2 && frames.commits.last == frames.end.frames)
        let times = log.takeTimes(through: frames.end)
        #expect(Set(times.keys) == Set(frames.commits))
        #expect(log.oldestCommit == nil)

        let replay = try StoreReplay(copy, work: copy + ".frames")
        try replay.add(frames, through: frames.commits[0])
        try replay.finish()
        #expect(try projects(in: copy) == ["project-0", "project-1", "project-2"])
        #expect(try StoreBackup.check(copy).accounts == 0)
        try store.close()
    }

    @Test func aTransactionInTwoPiecesIsAppliedWhenItIsComplete() async throws {
        let view = try await log.begin()
        let (copy, other) = (folder.path + "/copy.db", folder.path + "/other.db")
        _ = try view.copy(to: copy)
        try FileManager.default.copyItem(atPath: copy, toPath: other)
        try await store.write { transaction in
            for number in 0..<100 { try transaction.insert(Project.sample(ProjectID(rawValue: "project-\(number)"))) }
        }
        let end = try log.file.committed(after: view.position)
        let first = try log.file.frames(after: view.position, count: 2)
        let second = try log.file.frames(after: first.end, count: end.frames - first.end.frames)
        #expect(first.commits.isEmpty && second.commits == [end.frames])
        let replay = try StoreReplay(copy, work: copy + ".frames")
        try replay.add(first, through: nil)
        try replay.add(second, through: second.commits.last)
        try replay.finish()
        #expect(try projects(in: copy).count == 100)
        let half = try StoreReplay(other, work: other + ".frames")
        try half.add(first, through: nil)
        try half.finish()
        #expect(try projects(in: other) == [])
        try store.close()
    }

    @Test func aRestartLosesNoFrame() async throws {
        let view = try await log.begin()
        view.end()
        try await insert(0..<3)
        let (frames, next) = try await log.restart(after: view.position)
        let end = try #require(frames.last).end
        #expect(next.begins(after: end))
        #expect(frames.flatMap(\.commits).count == 3)
        try await insert(3..<4)
        // The change that started the log, and the new project.
        #expect(try #require(try log.read(after: next)).commits.count == 2)
        try store.close()
    }

    @Test func aReaderPreventsARestart() async throws {
        let view = try await log.begin()
        try await insert(0..<2)
        let (frames, next) = try await log.restart(after: view.position)
        #expect(frames.flatMap(\.commits).count == 2)
        #expect(next == frames.last?.end)
        view.end()
        try await insert(2..<3)
        #expect(try #require(try log.read(after: next)).start == next)
        try store.close()
    }

    @Test func aCheckpointOfAnotherProgramIsNoticed() async throws {
        let view = try await log.begin()
        view.end()
        try await insert(0..<1)
        let other = try DatabaseQueue(path: folder.store)
        try await other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        #expect(throws: WALProblem.changed) { try log.read(after: view.position) }
        try await insert(1..<2)
        #expect(throws: WALProblem.changed) { try log.read(after: view.position) }
        await #expect(throws: WALProblem.changed) { try await log.restart(after: view.position) }
        try other.close()
        try store.close()
    }

    @Test func theNextProcessContinuesTheLog() async throws {
        let view = try await log.begin()
        view.end()
        try await insert(0..<1)
        let end = try #require(try log.read(after: view.position)).end
        try store.close()
        let next = try SQLiteStore.open(path: folder.store, mode: .real, isArchived: true)
        let continued = try #require(next.log)
        #expect(try continued.continues(end))
        try next.close()
        // Without an archive, the store moves the log when it closes.
        try SQLiteStore.open(path: folder.store, mode: .real).close()
        let last = try SQLiteStore.open(path: folder.store, mode: .real, isArchived: true)
        let moved = try #require(last.log)
        #expect(try !moved.continues(end))
        try last.close()
    }

    @Test func commitsHaveTheirTimesAlsoAfterARestart() {
        let log = CommitLog()
        let times = (0..<4).map { Date(timeIntervalSince1970: Double($0)) }
        for (frame, time) in zip([7, 9, 2, 5], times) { log.add(frame, at: time) }
        #expect(log.take(through: 8) == [7: times[0]])
        #expect(log.oldest == times[1])
        // The numbers of the next log are smaller.
        #expect(log.take(through: 9) == [9: times[1]])
        #expect(log.take(through: 5) == [2: times[2], 5: times[3]])
        #expect(log.oldest == nil)
    }
}
