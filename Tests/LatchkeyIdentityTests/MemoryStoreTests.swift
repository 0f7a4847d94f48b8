import LatchkeyMemoryStore
import LatchkeyStoreContract
import Testing

@Suite struct MemoryStoreTests {
    @Test(arguments: StoreContract.cases)
    func keepsTheContract(_ behaviour: StoreContract.Case) async throws {
        try await behaviour.check { MemoryStore() }
    }
}
