package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts/mfaSignIn:start`.
package struct MfaSignInStartEndpoint: Endpoint {
    package static let version = "v2"
    package static let name = "accounts/mfaSignIn:start"
    package static let words = APIWords(
        "startMfaSignIn", .factors, "Sends the code of a second factor",
        "Sends a code to the phone that is the second factor of a started sign-in. Firebase's `accounts.mfaSignIn.start`.",
        required: ["mfaPendingCredential", "mfaEnrollmentId"],
        errors: [
            .missingMFAPendingCredential, .invalidMFAPendingCredential, .missingMFAEnrollmentID, .mfaEnrollmentNotFound,
            .userDisabled, .invalidArgument,
        ],
        request: #"{"mfaPendingCredential":"pending","mfaEnrollmentId":"factor","phoneSignInInfo":{}}"#,
        reply: #"{"phoneResponseInfo":{"sessionInfo":"session-of-the-code"}}"#)

    let signIn: SecondFactorSignIn

    package static func tenant(of input: MfaSignInStartRequest) -> String? { input.tenantId }

    package func respond(to input: MfaSignInStartRequest, from caller: Caller) async throws -> MfaSignInStartReply {
        guard let pending = input.mfaPendingCredential.unlessEmpty else {
            throw SignInError(
                .init(rawValue: "MISSING_MFA_PENDING_CREDENTIAL"), message: "Request does not have MFA pending credential.")
        }
        guard let id = input.mfaEnrollmentId.unlessEmpty else {
            throw SignInError(.init(rawValue: "MISSING_MFA_ENROLLMENT_ID"), message: "No second factor identifier is provided.")
        }
        let sessionInfo = try await signIn.start(Secret(pending), with: id, caller: caller)
        return MfaSignInStartReply(phoneResponseInfo: PhoneFactorSession(sessionInfo: sessionInfo.expose()))
    }
}
