package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts/mfaEnrollment:finalize`.
package struct MfaEnrollmentFinalizeEndpoint: Endpoint {
    package static let version = "v2"
    package static let name = "accounts/mfaEnrollment:finalize"
    package static let words = APIWords(
        "finalizeMfaEnrollment", .factors, "Enrolls a second factor",
        "Enrolls the factor that the code proves, and returns new tokens. Firebase's `accounts.mfaEnrollment.finalize`.",
        required: ["idToken"],
        errors: .session + [
            .missingIDToken, .missingSessionInfo, .invalidSessionInfo, .sessionExpired, .missingCode, .invalidCode,
            .unverifiedEmail, .secondFactorExists, .invalidArgument, .secondFactorLimitExceeded, .operationNotAllowed,
        ],
        request: """
            {"idToken":"eyJ…","displayName":"My phone","phoneVerificationInfo":{"sessionInfo":"session-of-the-code",
            "code":"123456"}}
            """,
        reply: #"{"idToken":"eyJ…","refreshToken":"AMf…"}"#)

    let sessions: Sessions
    let enrollment: SecondFactorEnrollment

    package static func tenant(of input: MfaEnrollmentFinalizeRequest) -> String? { input.tenantId }

    package func respond(to input: MfaEnrollmentFinalizeRequest, from caller: Caller) async throws -> MfaEnrollmentFinalizeReply {
        let holder = try await sessions.holder(of: input.idToken, from: caller)
        let displayName = input.displayName.unlessEmpty?.cut(toScalars: SecondFactor.maxDisplayNameCharacters)
        let (tokens, factor) = try await enrollment.finish(try input.proof(), displayName: displayName, for: holder)
        var reply = MfaEnrollmentFinalizeReply(idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
        switch factor.means {
        case .phone(let number): reply.phoneAuthInfo = PhoneFactorInfo(phoneNumber: number.text)
        case .totp: reply.totpAuthInfo = TotpFactor()
        }
        return reply
    }
}

extension MfaEnrollmentFinalizeRequest {
    fileprivate func proof() throws -> SecondFactorEnrollment.Proof {
        if let phone = phoneVerificationInfo {
            let (code, sessionInfo) = try phone.required()
            return .phone(code: code, sessionInfo: sessionInfo)
        }
        guard let totp = totpVerificationInfo else { throw SignInError.missingFactorInfo("phoneVerificationInfo") }
        guard let sessionInfo = totp.sessionInfo.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_SESSION_INFO")) }
        guard let code = totp.verificationCode.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_CODE")) }
        return .totp(code: code, sessionInfo: sessionInfo)
    }
}

extension PhoneFactorProof {
    func required() throws -> (code: String, sessionInfo: String) {
        guard let sessionInfo = sessionInfo.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_SESSION_INFO")) }
        guard let code = code.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_CODE")) }
        return (code, sessionInfo)
    }
}
