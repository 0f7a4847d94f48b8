import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts:signUp` of an emulator. Clients may add second factors to the request, as administrators may.
struct EmulatedSignUpEndpoint: Endpoint {
    static let name = SignUpEndpoint.name
    static let words = SignUpEndpoint.words
    static let version3Name = SignUpEndpoint.version3Name

    let call: SignUpEndpoint
    let administration: AccountAdministration

    static func tenant(of input: SignUpRequest) -> String? { SignUpEndpoint.tenant(of: input) }

    func respond(to input: SignUpRequest, from caller: Caller) async throws -> SignUpReply {
        let factors = try input.factors()
        let reply = try await call.respond(to: input, from: caller)
        if !factors.isEmpty, let id = reply.localId {
            try await administration.enrol(factors, for: AccountID(rawValue: id), by: caller, actor: "emulator")
        }
        return reply
    }
}
