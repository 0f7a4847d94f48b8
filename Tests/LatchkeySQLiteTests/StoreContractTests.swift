import LatchkeyIdentity
import LatchkeySQLite
import LatchkeyStoreContract
import LatchkeyTestSupport
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

@Suite struct TreeContractTests {
    private func add(_ projects: [String], to store: SQLiteStore) async throws -> SQLiteStore {
        try await store.write { transaction in
            for project in projects { try transaction.insert(Project.sample(ProjectID(rawValue: project))) }
        }
        return store
    }

    @Test(arguments: TreeContract.cases)
    func inMemory(_ behaviour: TreeContract.Case) async throws {
        try await behaviour.check { try await add($0, to: .inMemory()) }
    }

    @Test(arguments: TreeContract.cases)
    func inAFile(_ behaviour: TreeContract.Case) async throws {
        let folder = try TemporaryFolder()
        try await behaviour.check { try await add($0, to: .open(path: folder.store, mode: .real)) }
    }
}
