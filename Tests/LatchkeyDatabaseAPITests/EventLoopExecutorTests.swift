import LatchkeyWeb
import NIOCore
import NIOPosix
import Testing

@testable import LatchkeyDatabaseAPI

@Suite struct EventLoopExecutorTests {
    @Test func tasksRunOnTheThreadOfTheConnection() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        try await withTaskExecutorPreference(EventLoopExecutor(loop)) {
            #expect(loop.inEventLoop)
            await Task.yield()
            #expect(loop.inEventLoop)
            // Work on other executors is awaited, not moved to the event loop.
            let isThereElsewhere = await withTaskExecutorPreference(globalConcurrentExecutor) { loop.inEventLoop }
            #expect(!isThereElsewhere)
            #expect(loop.inEventLoop)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { loop.inEventLoop }
                for try await isThere in group { #expect(isThere, "parts of a task go along with it") }
            }
        }
    }
}
