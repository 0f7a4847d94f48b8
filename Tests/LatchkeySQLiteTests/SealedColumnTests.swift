import GRDB
import LatchkeyIdentity
import Testing

@testable import LatchkeySQLite

@Suite struct SealedColumnTests {
    /// Otherwise a replacement of the master key would leave secrets behind that only the removed key opens.
    @Test func everySealedColumnOfTheSchemaIsListed() async throws {
        let store = try SQLiteStore.inMemory()
        let columns = try await store.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
                    WHERE t.type = 'table' AND c.name LIKE 'sealed%'
                    """)
        }
        #expect(Set(columns) == Set(SealedColumn.allCases.map(\.rawValue)))
    }
}
