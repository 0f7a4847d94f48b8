import LatchkeySQLite
import LatchkeyStoreContract
import Testing

@Suite struct StoreContractTests {
    @Test(arguments: StoreContract.cases)
    func inMemory(_ behaviour: StoreContract.Case) async throws {
        try await behaviour.check { try SQLiteStore.inMemory() }
    }

    @Test(arguments: StoreContract.cases)
    func inAFile(_ behaviour: StoreContract.Case) async throws {
        let folder = try TemporaryFolder()
        try await behaviour.check { try SQLiteStore.open(path: folder.store, mode: .real) }
    }
}
