// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// The app of a database is deleted: whoever waits hears of it, once, and what is on the disk stays.
@Suite(.timeLimit(.minutes(10))) struct EndTests {
    @Test func observersAreToldThatItIsOver() async throws {
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

    @Test func whoeverWaitsForAnAnswerGetsOne() async throws {
        let harness = Harness()
        let outcome = await withCheckedContinuation { continuation in
            harness.ref("a").setValue(1, withCompletionBlock: { error, _ in continuation.resume(returning: error?.databaseCode) })
            harness.database.end()
        }
        #expect(outcome == .unavailable)
    }

    @Test func whoeverWaitsForValuesGetsAnError() async throws {
        let harness = Harness()
        var values = harness.ref("a").values.makeAsyncIterator()
        try harness.server.push("/a", "1")
        try harness.server.ok("listen /a")
        #expect(try await values.next()?.value as? Int == 1)
        harness.database.end()
        let error = await #expect(throws: (any Error).self) { _ = try await values.next() }
        #expect(error?.databaseCode == .unavailable)
    }

    @Test func whatIsKeptOnTheDiskWaitsForTheNextRun() async throws {
        let journal = WriteJournalTests.Journal([])
        let harness = Harness { $0.journal = { journal } }
        let outcome = await withCheckedContinuation { continuation in
            harness.ref("a").setValue(1, withCompletionBlock: { error, _ in continuation.resume(returning: error?.databaseCode) })
            harness.database.end()
        }
        #expect(outcome == .unavailable)
        #expect(journal.load().map(\.id) == [1])
    }
}
