import Hummingbird
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire
import Synchronization

/// `/openapi.json`: the OpenAPI document of the server.
final class APIDocumentEndpoint: Sendable {
    private let record: APIRecord
    private let version: String
    let publicAddress: PublicAddress
    /// The address of the databases; `nil` without databases.
    let databaseAddress: DatabaseAddress?
    private let lenientMode: LenientMode?
    /// Built on the first request, so that it does not delay the start.
    private let text = Mutex<[UInt8]?>(nil)

    static let path = "/openapi.json"

    /// The additions to the document of an emulator.
    struct LenientMode {
        let path: String
        /// The statuses that every operation may have.
        let refusals: Set<Int>
        /// The codes that every call with codes may have.
        let errors: [WireErrorCode]
    }

    init(record: APIRecord, version: String, publicAddress: PublicAddress, databaseAddress: DatabaseAddress?, lenientMode: LenientMode?) {
        self.record = record
        self.version = version
        self.publicAddress = publicAddress
        self.databaseAddress = databaseAddress
        self.lenientMode = lenientMode
    }

    func add(to router: Router<ServerContext>) {
        for path in [Self.path] + (lenientMode.map { [$0.path] } ?? []) {
            router.get(RouterPath(path)) { [self] _, _ in
                Response.json(bytes: try bytes(), cacheControl: "public, max-age=3600")
            }
        }
    }

    private func bytes() throws -> [UInt8] {
        if let known = text.withLock({ $0 }) { return known }
        var operations = record.operations
        for index in operations.indices {
            operations[index].furtherRefusals.formUnion(lenientMode?.refusals ?? [])
            if !operations[index].words.errors.isEmpty { operations[index].words.errors += lenientMode?.errors ?? [] }
        }
        let written = try WireEncoder.encode(
            APIDocument(
                operations, version: version, url: publicAddress.url, databaseOperations: APIOperation.database,
                databaseURL: databaseAddress?.origin))
        text.withLock { $0 = written }
        return written
    }
}
