import Synchronization
import Testing

@testable import LatchkeyNodes

@Suite(.timeLimit(.minutes(1))) struct OrderedTasksTests {
    private final class Log: Sendable {
        let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    @Test func tasksOfAKeyRunInOrderAndOthersDoNotWait() async {
        let (tasks, log) = (OrderedTasks(), Log())
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (others, other) = AsyncStream.makeStream(of: Void.self)
        tasks.add("a") {
            for await _ in gate { break }
            log.add("first")
        }
        tasks.add("a") { log.add("second") }
        tasks.add("b") { other.yield() }
        for await _ in others { break }
        #expect(log.texts.withLock { $0 } == [])
        open.yield()
        await tasks.finish()
        #expect(log.texts.withLock { $0 } == ["first", "second"])
        // A key can be used again.
        tasks.add("a") { log.add("third") }
        await tasks.finish()
        #expect(log.texts.withLock { $0.last } == "third")
    }
}
