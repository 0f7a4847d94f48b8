import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWire

/// `POST projects/{project}/accounts:lookup` of an emulator.
struct EmulatedLookupAccountsEndpoint: AdminEndpoint {
    static let name = LookupAccountsEndpoint.name

    let call: LookupAccountsEndpoint

    static func tenant(of ask: LookupRequest) -> String? { ask.tenantId }

    func answer(_ ask: LookupRequest, from caller: AdminCaller) async throws -> LookupReply {
        if ask.initialEmail != nil { throw NotEmulated("Lookup by initialEmail is not implemented.") }
        return try await call.answer(ask, from: caller)
    }
}
