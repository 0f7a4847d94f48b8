import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts/mfaRecoveryCodes:renew`: replaces the recovery codes. Firebase has no equivalent.
struct MfaRecoveryCodesEndpoint: Endpoint {
    static let version = "v2"
    static let name = "accounts/mfaRecoveryCodes:renew"

    let sessions: Sessions
    let codes: RecoveryCodes

    static func tenant(of input: MfaRecoveryCodesRequest) -> String? { input.tenantId }

    func respond(to input: MfaRecoveryCodesRequest, from caller: Caller) async throws -> MfaRecoveryCodesReply {
        let holder = try await sessions.holder(of: input.idToken, from: caller)
        return MfaRecoveryCodesReply(recoveryCodes: try await codes.renew(for: holder))
    }
}
