import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeyStoreContract
import LatchkeyTestSupport
import Testing

extension PostgresTests {
    @Suite(.serialized, .timeLimit(.minutes(20))) struct PostgresContractTests {
        @Test(arguments: StoreContract.cases)
        func keepsTheContract(_ behavior: StoreContract.Case) async throws {
            let store = try PostgresCluster.shared.makeStore()
            defer { store.close() }
            try await behavior.check { store }
        }

        @Test(arguments: TreeContract.sharedCases)
        func keepsTheContractOfTrees(_ behavior: TreeContract.Case) async throws {
            let store = try PostgresCluster.shared.makeStore()
            defer { store.close() }
            try await behavior.check { projects in
                try await store.write { transaction in
                    for project in projects { try transaction.insert(Project.sample(ProjectID(rawValue: project))) }
                }
                return store
            }
        }
    }
}
