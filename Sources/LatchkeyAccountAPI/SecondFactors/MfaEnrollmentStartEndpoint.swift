import Foundation
package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts/mfaEnrollment:start`.
package struct MfaEnrollmentStartEndpoint: Endpoint {
    package static let version = "v2"
    package static let name = "accounts/mfaEnrollment:start"
    package static let words = APIWords(
        "startMfaEnrollment", .factors, "Starts the enrollment of a second factor",
        """
        Sends a code to the phone in `phoneEnrollmentInfo`, or returns the secret of an authenticator app for \
        `totpEnrollmentInfo` (RFC 6238). The account must have a verified address. Firebase's `accounts.mfaEnrollment.start`.
        """,
        required: ["idToken"],
        errors: .session + [
            .missingIDToken, .credentialTooOldLoginAgain, .unverifiedEmail, .unsupportedFirstFactor, .secondFactorExists,
            .secondFactorLimitExceeded, .invalidPhoneNumber, .invalidArgument, .operationNotAllowed,
        ],
        request: #"{"idToken":"eyJ…","phoneEnrollmentInfo":{"phoneNumber":"+15555550100"}}"#,
        reply: #"{"phoneSessionInfo":{"sessionInfo":"session-of-the-code"}}"#)

    let sessions: Sessions
    let enrollment: SecondFactorEnrollment

    package static func tenant(of input: MfaEnrollmentStartRequest) -> String? { input.tenantId }

    package func respond(to input: MfaEnrollmentStartRequest, from caller: Caller) async throws -> MfaEnrollmentStartReply {
        if input.totpEnrollmentInfo == nil, !caller.project.settings.smsSecondFactor {
            throw SignInError(.operationNotAllowed, message: "SMS based MFA not enabled.")
        }
        let holder = try await sessions.holder(of: input.idToken, from: caller)
        if let phone = input.phoneEnrollmentInfo {
            let sessionInfo = try await enrollment.startPhone(try .required(phone.phoneNumber), for: holder)
            return MfaEnrollmentStartReply(phoneSessionInfo: PhoneFactorSession(sessionInfo: sessionInfo.expose()))
        }
        guard input.totpEnrollmentInfo != nil else { throw SignInError.missingFactorInfo("phoneEnrollmentInfo") }
        let new = try await enrollment.startTOTP(for: holder)
        return MfaEnrollmentStartReply(
            totpSessionInfo: TotpFactorSession(
                sharedSecretKey: TOTP.base32(new.seed.expose()), verificationCodeLength: TOTP.digits, hashingAlgorithm: "SHA1",
                periodSec: TOTP.stepSeconds, sessionInfo: new.sessionInfo.expose(), finalizeEnrollmentTime: new.endsAt.formatted(.iso8601)))
    }
}

extension Sessions {
    /// - Throws: ``SignInError`` with `MISSING_ID_TOKEN`, and as ``check(_:from:)``.
    package func holder(of idToken: String?, from caller: Caller) async throws -> SignedInCaller {
        guard let idToken = idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        return try await check(idToken, from: caller)
    }
}

extension SignInError {
    /// Returns the error for a request that names no factor.
    static func missingFactorInfo(_ member: String) -> SignInError {
        SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "((Missing \(member).))")
    }
}
