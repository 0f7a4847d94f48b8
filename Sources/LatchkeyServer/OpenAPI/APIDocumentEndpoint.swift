import Hummingbird
import LatchkeyWeb
import LatchkeyWire
import Synchronization

/// `/openapi.json`: what the server answers, for people's tools.
final class APIDocumentEndpoint: Sendable {
    private let record: APIRecord
    private let version: String
    private let publicAddress: PublicAddress
    private let isEmulator: Bool
    private let hasOutbox: Bool
    /// Written when it is first asked for: a start should not wait for it.
    private let text = Mutex<[UInt8]?>(nil)

    static let path = "/openapi.json"
    /// The name under which the emulator's `/` announces it.
    static let emulatorsPath = "/emulator/openapi.json"

    init(record: APIRecord, parts: ServerParts) {
        self.record = record
        version = parts.version
        publicAddress = parts.publicAddress
        isEmulator = parts.emulation != nil
        hasOutbox = parts.outbox != nil
    }

    func add(to router: Router<ServerContext>) {
        for path in isEmulator ? [Self.path, Self.emulatorsPath] : [Self.path] {
            router.get(RouterPath(path)) { [self] _, _ in
                Response.json(bytes: try bytes(), cacheControl: "public, max-age=3600")
            }
        }
    }

    private func bytes() throws -> [UInt8] {
        if let known = text.withLock({ $0 }) { return known }
        var operations = record.operations + APIOperation.byHand(emulated: isEmulator, outbox: hasOutbox)
        if isEmulator {
            // Pages of other sites are refused, and calls that Google's emulator does not have return 501.
            for index in operations.indices { operations[index].furtherRefusals.formUnion([403, 501]) }
        }
        let written = try WireEncoder.encode(APIDocument(operations, version: version, url: publicAddress.url))
        text.withLock { $0 = written }
        return written
    }
}
