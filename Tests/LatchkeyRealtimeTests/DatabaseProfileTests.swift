import Foundation
import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyRealtime

/// The stream of operations that a profiler watches.
@Suite struct DatabaseProfileTests {
    private func operation(_ path: String) throws -> ProfiledOperation {
        ProfiledOperation(.restRead, at: 1_700_000_000_000, path: try TreePath(path))
    }

    @Test func eachWatcherReceivesTheOperationsFromNowOn() async throws {
        let (profile, before, list) = (DatabaseProfile(), try operation("before"), try operation("list"))
        profile.tell(before)
        var (one, two) = (profile.operations().makeAsyncIterator(), profile.operations().makeAsyncIterator())
        profile.tell(list)
        #expect(await one.next()?.path.keys.map(\.text) == ["list"])
        #expect(await two.next()?.path.keys.map(\.text) == ["list"])
    }

    @Test func aDatabaseWithoutWatchersCreatesNoOperations() async throws {
        let profile = DatabaseProfile()
        let watcher = Task { for await _ in profile.operations() {} }
        while !profile.isWatched { await Task.yield() }
        watcher.cancel()
        await watcher.value
        #expect(!profile.isWatched)
    }

    /// Swift cancels a task and resumes it under one lock, so each must be possible while the other waits for the lock of the profile.
    @Test(.timeLimit(.minutes(10))) func watchersLeaveDuringOperations() async throws {
        let isOver = Atomic(false)
        let (profile, operation) = (DatabaseProfile(), try operation("list"))
        Thread.detachNewThread {
            while !isOver.load(ordering: .relaxed) { profile.tell(operation) }
        }
        for _ in 0..<100 {
            let watcher = Task { for await _ in profile.operations() {} }
            for _ in 0..<3 { await Task.yield() }
            watcher.cancel()
            await watcher.value
        }
        isOver.store(true, ordering: .relaxed)
        #expect(!profile.isWatched)
    }
}
