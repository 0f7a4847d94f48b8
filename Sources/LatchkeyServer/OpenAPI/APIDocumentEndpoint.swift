import Hummingbird
import LatchkeyWeb
import LatchkeyWire
import Synchronization

/// `/openapi.json`: the OpenAPI document of the server.
final class APIDocumentEndpoint: Sendable {
    private let record: APIRecord
    private let version: String
    private let publicAddress: PublicAddress
    private let isEmulator: Bool
    private let hasOutbox: Bool
    /// Built on the first request, so that it does not delay the start.
    private let text = Mutex<[UInt8]?>(nil)

    static let path = "/openapi.json"
    /// The path that the response of the emulator's `/` announces.
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
            // Requests from pages of other sites get 403, and calls that Google's emulator does not have get 501.
            for index in operations.indices { operations[index].furtherRefusals.formUnion([403, 501]) }
        }
        let written = try WireEncoder.encode(APIDocument(operations, version: version, url: publicAddress.url))
        text.withLock { $0 = written }
        return written
    }
}
