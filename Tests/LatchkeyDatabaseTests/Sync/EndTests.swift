import Foundation
import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// Deleting the app of a database: pending operations fail once, and writes on disk are kept.
@Suite(.timeLimit(.minutes(10))) struct EndTests {
    @Test func endingCancelsObservers() async throws {
        let harness = Harness()
        harness.observe("a", harness.ref("a"))
        harness.observe("info", harness.ref(".info/connected"))
        try harness.server.push("/a", "1")
        try harness.server.ok("listen /a")
        #expect(await harness.told() == ["info false", "a 1"])
        harness.database.end()
        #expect(await harness.told() == ["a canceled: unavailable", "info canceled: unavailable"])
        #expect(harness.server.calls() == ["listen /a", "unlisten /a", "end"])
        try harness.server.receiver().connectionChanged(isConnected: true)
        harness.database.end()
        #expect(await harness.told() == [], "once")
    }

    @Test func endingCompletesPendingWrites() async throws {
        let harness = Harness()
        let outcome = await withCheckedContinuation { continuation in
            harness.ref("a").setValue(1, withCompletionBlock: { error, _ in continuation.resume(returning: error?.databaseCode) })
            harness.database.end()
        }
        #expect(outcome == .unavailable)
    }

    @Test func endingFailsPendingValueStreams() async throws {
        let harness = Harness()
        var values = harness.ref("a").values.makeAsyncIterator()
        try harness.server.push("/a", "1")
        try harness.server.ok("listen /a")
        #expect(try await values.next()?.value as? Int == 1)
        harness.database.end()
        let error = await #expect(throws: (any Error).self) { _ = try await values.next() }
        #expect(error?.databaseCode == .unavailable)
    }

    /// The server refused it, and the database ends before the next attempt.
    @Test func aTransactionBetweenTwoTriesIsOver() async throws {
        let again = Mutex<(@Sendable () -> Void)?>(nil)
        let harness = Harness { $0.background = { act in again.withLock { $0 = act } } }
        harness.ref("n").runTransactionBlock(
            { [log = harness.log] data in
                log.add("run")
                data.value = 1
                return .success(withValue: data)
            },
            andCompletionBlock: { [log = harness.log] error, isCommitted, _ in
                log.add("\(isCommitted) \(error.map { "\($0.databaseCode)" } ?? "ok")")
            })
        try harness.server.fail("put /n 1 if ", "datastale")
        harness.database.end()
        let next = try #require(again.withLock { $0 })
        next()
        #expect(await harness.told() == ["run", "false unavailable"])
    }

    @Test func endIsPermanent() async throws {
        let desk = Desk()
        let line = try await desk.open()
        try desk.put("1", at: "/a", "before")
        desk.connection.end("The app is gone.")
        #expect(await desk.notebook.next() == "disconnected")
        #expect(await desk.notebook.next() == "before: unavailable The app is gone.")
        _ = try await line.requests(1)
        #expect(try await line.request() == nil, "the socket is closed")
        desk.connection.goOnline()
        desk.connection.move(to: try DatabaseAddress("https://db.example.com"))
        try desk.put("1", at: "/a", "after")
        try desk.listen(to: "/a", "listen")
        #expect(await desk.notebook.next() == "after: unavailable The app is gone.")
        #expect(await desk.notebook.next() == "listen: unavailable The app is gone.")
    }

    @Test func endingKeepsJournaledWrites() async throws {
        let journal = WriteJournalTests.Journal([])
        let harness = Harness { $0.journal = { journal } }
        let outcome = await withCheckedContinuation { continuation in
            harness.ref("a").setValue(1, withCompletionBlock: { error, _ in continuation.resume(returning: error?.localizedDescription) })
            harness.database.end()
        }
        #expect(outcome?.contains("sent in a later run") == true)
        #expect(journal.load().map(\.id) == [1])
    }

    /// The app is deleted before the journal is read.
    @Test func endingKeepsWritesOfAnEarlierRun() async throws {
        let journal = WriteJournalTests.Journal([PendingWrite(id: 7, path: try TreePath("a"), content: .set(.leaf(1)))])
        let read = Mutex<(@Sendable () -> Void)?>(nil)
        let (warnings, warn) = AsyncStream.makeStream(of: String.self)
        let harness = Harness {
            $0.journal = { journal }
            $0.background = { act in read.withLock { $0 = act } }
            $0.warn = { warn.yield($0) }
        }
        harness.database.end()
        let load = try #require(read.withLock { $0 })
        load()
        let told = await warnings.first { _ in true }
        #expect(told?.contains("sent in a later run") == true, "\(told ?? "nothing")")
        #expect(journal.load().map(\.id) == [7])
    }

    @Test func endingStopsKeptSyncs() async throws {
        let harness = Harness()
        harness.ref("a").keepSynced(true)
        try harness.server.ok("listen /a")
        harness.database.end()
        #expect(harness.server.calls() == ["listen /a", "unlisten /a", "end"])
        try harness.server.receiver().authenticationChanged(isAuthenticated: true)
        #expect(harness.server.calls() == [])
        #expect(await harness.told() == [], "no warning after an intended end")
    }
}
