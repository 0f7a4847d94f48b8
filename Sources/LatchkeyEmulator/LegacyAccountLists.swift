import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `downloadAccount` and `uploadAccount` of API version 3, which the Firebase CLI uses to export and import accounts.
struct LegacyAccountLists: Sendable {
    let projects: EmulatedProjects
    let list: BatchGetEndpoint
    let create: BatchCreateEndpoint

    static let families = ["/www.googleapis.com", ""].map { $0 + "/identitytoolkit/v3/relyingparty" }
    private static let maxBodyBytes = 65_536

    func add(to router: Router<ServerContext>) {
        for family in Self.families {
            router.post(RouterPath(family + "/downloadAccount")) { request, _ in
                let (bytes, caller) = try await read(request, upTo: Self.maxBodyBytes)
                return try Response.json(
                    try await list.respond(to: try WireDecoder.decode(BatchGetRequest.self, from: bytes), from: caller))
            }
            router.post(RouterPath(family + "/uploadAccount")) { request, _ in
                let (bytes, caller) = try await read(request, upTo: BatchCreateEndpoint.maxBodyBytes)
                return try Response.json(try await create.respond(to: try Self.upload(bytes), from: caller))
            }
        }
    }

    private static func upload(_ bytes: [UInt8]) throws -> BatchCreateRequest {
        try WireDecoder.decode(BatchCreateRequest.self, from: bytes, maxBytes: BatchCreateEndpoint.maxBodyBytes)
    }

    private func read(_ request: Request, upTo limit: Int) async throws -> ([UInt8], AdminCaller) {
        // The credential is checked first, so that bodies of unauthorized requests are not read.
        try Self.requireOwner(request)
        let bytes = try await request.bytes(upTo: limit)
        guard let target = try WireDecoder.decode(Target.self, from: bytes, maxBytes: limit).targetProjectId.unlessEmpty else {
            throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION"))
        }
        return (bytes, try await owner(request, of: target))
    }

    private func owner(_ request: Request, of project: String) async throws -> AdminCaller {
        try Self.requireOwner(request)
        return AdminCaller(caller: Caller(project: try await projects.project(ProjectID(rawValue: project))), actor: "owner")
    }

    private static func requireOwner(_ request: Request) throws {
        guard let token = request.bearerToken else { throw AdministratorError.missing }
        guard EmulatedProjects.isOwner(token) else { throw AdministratorError.invalid }
    }

    private struct Target: Decodable {
        var targetProjectId: String?
    }
}
