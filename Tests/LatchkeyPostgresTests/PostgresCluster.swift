import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets
import Synchronization

@testable import LatchkeyPostgres

/// A PostgreSQL server for the tests of this process. It stops with the process, which closes its standard input.
final class PostgresCluster: Sendable {
    struct NotStarted: Error {}

    private static let started = Result { try PostgresCluster() }
    static var shared: PostgresCluster { get throws { try started.get() } }

    static let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))
    private let address: String
    /// The store of one test after another. Creating a database takes half a second.
    private let store: String
    /// Makes this store empty.
    private let emptying: String
    private let input: FileHandle
    private let chain: EventChainKey
    private let count = Atomic(0)

    private init() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/test-postgres")
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = script
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else { throw NotStarted() }
            line.append(byte)
        }
        address = String(decoding: line.dropLast(), as: UTF8.self)
        self.input = input.fileHandleForWriting
        try PostgresConnection("\(address) dbname=postgres").command("CREATE DATABASE stores")
        store = "\(address) dbname=stores"
        let connection = try PostgresConnection(store)
        chain = try PostgresOpening(connection: connection).open(.real, sealer: Self.sealer)
        // The contract expects a store without sealed values, as stores in memory are.
        try connection.command("UPDATE event_chain SET sealed_key = NULL")
        emptying = try Self.emptying(connection)
    }

    /// Returns the statements that make a new store of one with rows, and copies the rows of a new one.
    private static func emptying(_ connection: PostgresConnection) throws -> String {
        func names(_ sql: String) throws -> [String] {
            var names: [String] = []
            _ = try connection.execute(sql, [:]) { names.append(try $0.next()) }
            return names
        }
        let tables = try names("SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'store_writer'")
        let sequences = try names("SELECT CAST(sequencename AS TEXT) FROM pg_sequences WHERE schemaname = 'public'")
        let filled = try tables.filter { try !names("SELECT 'a row' FROM \($0) LIMIT 1").isEmpty }
        try connection.command("CREATE SCHEMA initial")
        for table in filled { try connection.command("CREATE TABLE initial.\(table) AS TABLE public.\(table)") }
        // Without triggers and foreign keys.
        let statements =
            ["SET session_replication_role = replica"] + tables.map { "DELETE FROM \($0)" }
            + sequences.map { "ALTER SEQUENCE \($0) RESTART" } + filled.map { "INSERT INTO \($0) SELECT * FROM initial.\($0)" }
        return statements.joined(separator: "; ")
    }

    /// Creates an empty database, and returns its address.
    func makeDatabase(like template: String = "template0") throws -> String {
        let name = "db\(count.add(1, ordering: .relaxed).newValue)"
        try administration().command("CREATE DATABASE \(name) TEMPLATE \(template)")
        return "\(address) dbname=\(name)"
    }

    /// Returns a connection to the database for administration.
    func administration() throws -> PostgresConnection { try PostgresConnection("\(address) dbname=postgres") }

    /// Returns an empty store. It is the same one for each call, so that a test can have one.
    func makeStore() throws -> PostgresStore {
        try PostgresConnection(self.store).command(emptying)
        let store = PostgresStore(PostgresLogin(address: self.store), readers: 4, chain: chain)
        // Before the first answer of PostgreSQL, each request gets another revision.
        while case let revision = store.revision, store.revision != revision {}
        return store
    }
}

extension PostgresConnection {
    /// Connects without a password.
    convenience init(_ address: String) throws { try self.init(PostgresLogin(address: address)) }
}
