package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts/mfaSignIn:finalize`.
package struct MfaSignInFinalizeEndpoint: Endpoint {
    package static let version = "v2"
    package static let name = "accounts/mfaSignIn:finalize"
    package static let words = APIWords(
        "finalizeMfaSignIn", .factors, "Finishes a sign-in with a second factor",
        """
        Starts a session with the code of a text message, the code of an authenticator app, or a recovery code. Firebase's \
        `accounts.mfaSignIn.finalize`; recovery codes are an addition.
        """,
        required: ["mfaPendingCredential"],
        errors: .session + [
            .missingMFAPendingCredential, .invalidMFAPendingCredential, .missingCredential, .missingCode, .invalidCode,
            .missingSessionInfo, .invalidSessionInfo, .sessionExpired, .mfaEnrollmentNotFound, .userDisabled, .invalidArgument,
            .blockingFunctionErrorResponse,
        ],
        request: #"{"mfaPendingCredential":"pending","mfaEnrollmentId":"factor","totpVerificationInfo":{"verificationCode":"123456"}}"#,
        reply: #"{"idToken":"eyJ…","refreshToken":"AMf…"}"#)

    let signIn: SecondFactorSignIn

    package static func tenant(of input: MfaSignInFinalizeRequest) -> String? { input.tenantId }

    package func respond(to input: MfaSignInFinalizeRequest, from caller: Caller) async throws -> MfaSignInFinalizeReply {
        guard let pending = input.mfaPendingCredential.unlessEmpty else {
            // This code differs from the one at the start, as on Google's server.
            throw SignInError(.init(rawValue: "MISSING_CREDENTIAL"), message: "Please set MFA Pending Credential.")
        }
        let tokens = try await signIn.finish(Secret(pending), with: try input.proof(), caller: caller)
        return MfaSignInFinalizeReply(idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}

extension MfaSignInFinalizeRequest {
    fileprivate func proof() throws -> SecondFactorProof {
        if let phone = phoneVerificationInfo {
            let (code, sessionInfo) = try phone.required()
            return .phone(code: code, sessionInfo: sessionInfo)
        }
        if let totp = totpVerificationInfo {
            guard let code = totp.verificationCode.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_CODE")) }
            return .totp(code: code, enrollment: mfaEnrollmentId.unlessEmpty)
        }
        guard let recovery = recoveryCodeInfo else { throw SignInError.missingFactorInfo("phoneVerificationInfo") }
        guard let code = recovery.recoveryCode.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_CODE")) }
        return .recoveryCode(code)
    }
}
