import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts:signUp` of an emulator. Clients may add second factors to the request, as administrators may.
struct EmulatedSignUpEndpoint: Endpoint {
    static let name = SignUpEndpoint.name
    static let legacyName = SignUpEndpoint.legacyName

    let call: SignUpEndpoint
    let administration: AccountAdministration

    static func tenant(of ask: SignUpRequest) -> String? { SignUpEndpoint.tenant(of: ask) }

    func answer(_ ask: SignUpRequest, from caller: Caller) async throws -> SignUpReply {
        let factors = try ask.factors()
        let reply = try await call.answer(ask, from: caller)
        if !factors.isEmpty, let id = reply.localId {
            try await administration.enrol(factors, for: AccountID(rawValue: id), by: caller, actor: "emulator")
        }
        return reply
    }
}
