import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import Synchronization

@testable import LatchkeyPostgres

/// A PostgreSQL server for the tests of this process. It stops with the process, which closes its standard input.
final class PostgresCluster: Sendable {
    struct NotStarted: Error {}

    private static let started = Result { try PostgresCluster() }
    static var shared: PostgresCluster { get throws { try started.get() } }

    static let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))
    private static let template = "template_of_stores"
    private let address: String
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
        try PostgresConnection("\(address) dbname=postgres").command("CREATE DATABASE \(Self.template)")
        let connection = try PostgresConnection("\(address) dbname=\(Self.template)")
        chain = try PostgresOpening(connection: connection).open(.real, sealer: Self.sealer)
        // The contract expects a store without sealed values, as stores in memory are.
        try connection.command("UPDATE event_chain SET sealed_key = NULL")
    }

    /// Creates an empty database, and returns its address.
    func makeDatabase(like template: String = "template0") throws -> String {
        let name = "db\(count.add(1, ordering: .relaxed).newValue)"
        try PostgresConnection("\(address) dbname=postgres").command("CREATE DATABASE \(name) TEMPLATE \(template)")
        return "\(address) dbname=\(name)"
    }

    /// Creates an empty store.
    func makeStore() throws -> PostgresStore {
        let store = PostgresStore(PostgresLogin(address: try makeDatabase(like: Self.template)), readers: 4, chain: chain)
        // Before the first answer of PostgreSQL, each request gets another revision.
        while case let revision = store.revision, store.revision != revision {}
        return store
    }
}

extension PostgresConnection {
    /// Connects without a password.
    convenience init(_ address: String) throws { try self.init(PostgresLogin(address: address)) }
}
