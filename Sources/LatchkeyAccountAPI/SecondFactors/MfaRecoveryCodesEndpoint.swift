import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts/mfaRecoveryCodes:renew`: replaces the recovery codes. Firebase has no equivalent.
struct MfaRecoveryCodesEndpoint: Endpoint {
    static let version = "v2"
    static let name = "accounts/mfaRecoveryCodes:renew"
    static let words = APIWords(
        "renewRecoveryCodes", .factors, "Replaces the recovery codes",
        """
        Returns new recovery codes of the account, each of which replaces a second factor once. The earlier codes become \
        invalid. Firebase has no such call.
        """,
        required: ["idToken"],
        errors: .session + [.missingIDToken, .mfaEnrollmentNotFound, .credentialTooOldLoginAgain],
        request: #"{"idToken":"eyJ…"}"#,
        reply: #"{"recoveryCodes":["k7wq-m2xd-9fhc"]}"#)

    let sessions: Sessions
    let codes: RecoveryCodes

    static func tenant(of input: MfaRecoveryCodesRequest) -> String? { input.tenantId }

    func respond(to input: MfaRecoveryCodesRequest, from caller: Caller) async throws -> MfaRecoveryCodesReply {
        let holder = try await sessions.holder(of: input.idToken, from: caller)
        return MfaRecoveryCodesReply(recoveryCodes: try await codes.renew(for: holder))
    }
}
