import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts/mfaRecoveryCodes:renew`: replaces the recovery codes. Firebase has no equivalent.
struct MfaRecoveryCodesEndpoint: Endpoint {
    static let version = "v2"
    static let name = "accounts/mfaRecoveryCodes:renew"

    let sessions: Sessions
    let codes: RecoveryCodes

    static func tenant(of ask: MfaRecoveryCodesRequest) -> String? { ask.tenantId }

    func answer(_ ask: MfaRecoveryCodesRequest, from caller: Caller) async throws -> MfaRecoveryCodesReply {
        let holder = try await sessions.holder(of: ask.idToken, from: caller)
        return MfaRecoveryCodesReply(recoveryCodes: try await codes.renew(for: holder))
    }
}
