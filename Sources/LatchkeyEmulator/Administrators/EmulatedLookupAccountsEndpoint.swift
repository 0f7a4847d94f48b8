import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWire

/// `POST projects/{project}/accounts:lookup` of an emulator.
struct EmulatedLookupAccountsEndpoint: AdminEndpoint {
    static let name = LookupAccountsEndpoint.name
    static let words = LookupAccountsEndpoint.words

    let call: LookupAccountsEndpoint
    let withdrawnFactors: WithdrawnFactors

    static func tenant(of input: LookupRequest) -> String? { input.tenantId }

    func respond(to input: LookupRequest, from caller: AdminCaller) async throws -> LookupReply {
        if input.initialEmail != nil { throw NotEmulated("Lookup by initialEmail is not implemented.") }
        return withdrawnFactors.shown(try await call.respond(to: input, from: caller), in: caller.caller.project.id)
    }
}
