import LatchkeyIdentity
import LatchkeySQL
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    @Suite(.timeLimit(.minutes(1))) struct PostgresConnectionTests {
        @Test func serverThatDoesNotRespondEndsTheConnection() throws {
            let login = PostgresLogin(address: try PostgresCluster.shared.makeDatabase())
            let connection = try PostgresConnection(login, patience: .seconds(2))
            let error = #expect(throws: PostgresError.self) { try connection.command("SELECT pg_sleep(60)") }
            #expect(error.flatMap { StoreTrouble($0) }?.cause == "the server does not respond")
            #expect(!connection.isOpen)
        }

        @Test func largeValuesAreSentAndReceived() throws {
            let connection = try PostgresConnection(try PostgresCluster.shared.makeDatabase())
            let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            var returned: [UInt8] = []
            _ = try connection.execute("SELECT CAST(:bytes AS BYTEA)", [":bytes": bytes]) { returned = try $0.next() }
            #expect(returned == bytes)
        }

        @Test func errorOfOneStatementEndsAllOfACommand() throws {
            let connection = try PostgresConnection(try PostgresCluster.shared.makeDatabase())
            let error = #expect(throws: PostgresError.self) {
                try connection.command("CREATE TABLE one (); SELECT 1 / 0; CREATE TABLE two ()")
            }
            #expect(error?.state == "22012")
            #expect(connection.isOpen && connection.isIdle)
            try connection.command("CREATE TABLE one ()")
        }
    }
}
