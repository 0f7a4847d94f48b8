import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct ThreadsTests {
    @Test func writesOfManyThreadsAreKeptSentAndShownInOneOrder() async throws {
        let journal = WriteJournalTests.Journal([])
        let harness = Harness { $0.journal = { journal } }
        harness.observe("n", harness.ref("n"))
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                let ref = harness.ref("n")
                group.addTask {
                    for number in 0..<100 { ref.write(thread * 1000 + number) }
                }
            }
        }
        let told = await harness.told()
        let puts = harness.server.calls().filter { $0.hasPrefix("put") }
        #expect(puts.count == 400)
        #expect(journal.log.take() == (1...400).map { "append \($0)" })
        let kept = journal.load().map { write in
            if case .set(let node) = write.content { node.json() } else { "" }
        }
        #expect(puts == kept.map { "put /n \($0)" })
        #expect(told == kept.map { "n \($0)" })
    }
}
