import Dispatch
import Testing

@testable import LatchkeyAudit

@Suite struct BlockingWorkTests {
    @Test(.timeLimit(.minutes(10))) func aCanceledTaskDoesNotWaitForACallThatHangs() async throws {
        let (thread, hanging) = (BlockingWork("test", grace: .milliseconds(0)), DispatchSemaphore(value: 0))
        defer { hanging.signal() }
        let task = Task { try await thread.run { hanging.wait() } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(.timeLimit(.minutes(10))) func workMayEndAfterACancellation() async throws {
        let (thread, running) = (BlockingWork("test", grace: .seconds(600)), DispatchSemaphore(value: 0))
        let task = Task {
            try await thread.run { () -> Int in
                running.wait()
                return 7
            }
        }
        task.cancel()
        running.signal()
        #expect(try await task.value == 7)
    }
}
