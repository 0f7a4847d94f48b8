package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts/mfaEnrollment:withdraw`.
package struct MfaEnrollmentWithdrawEndpoint: Endpoint {
    package static let version = "v2"
    package static let name = "accounts/mfaEnrollment:withdraw"
    package static let words = APIWords(
        "withdrawMfaEnrollment", .factors, "Removes a second factor",
        "Removes a factor of the account, and returns new tokens. Firebase's `accounts.mfaEnrollment.withdraw`.",
        required: ["idToken", "mfaEnrollmentId"],
        errors: .session + [.missingIDToken, .missingMFAEnrollmentID, .mfaEnrollmentNotFound, .credentialTooOldLoginAgain],
        request: #"{"idToken":"eyJ…","mfaEnrollmentId":"factor"}"#,
        reply: #"{"idToken":"eyJ…","refreshToken":"AMf…"}"#)

    let sessions: Sessions
    let enrollment: SecondFactorEnrollment

    package static func tenant(of input: MfaEnrollmentWithdrawRequest) -> String? { input.tenantId }

    package func respond(to input: MfaEnrollmentWithdrawRequest, from caller: Caller) async throws -> MfaEnrollmentWithdrawReply {
        let holder = try await sessions.holder(of: input.idToken, from: caller)
        guard let id = input.mfaEnrollmentId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_MFA_ENROLLMENT_ID")) }
        let tokens = try await enrollment.withdraw(id, for: holder)
        return MfaEnrollmentWithdrawReply(
            idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose(), expiresIn: String(tokens.expiresInSeconds))
    }
}
