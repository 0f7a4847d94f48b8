package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:sendVerificationCode`.
package struct SendVerificationCodeEndpoint: Endpoint {
    package static let name = "accounts:sendVerificationCode"
    package static let version3Name: String? = "sendVerificationCode"
    package static let words = APIWords(
        "sendVerificationCode", .accounts, "Sends a code to a phone",
        """
        Sends a text message with a code of six digits to a phone number. `sessionInfo` in the response identifies the code. \
        Firebase's `accounts.sendVerificationCode`.
        """,
        required: ["phoneNumber"],
        errors: [.invalidPhoneNumber, .operationNotAllowed, .quotaExceeded],
        request: #"{"phoneNumber":"+15555550100"}"#,
        reply: #"{"sessionInfo":"session-of-the-code"}"#)

    let verification: PhoneVerification

    package static func tenant(of input: SendVerificationCodeRequest) -> String? { input.tenantId }

    package func respond(to input: SendVerificationCodeRequest, from caller: Caller) async throws -> SendVerificationCodeReply {
        let number = try PhoneNumber.required(input.phoneNumber)
        let sessionInfo = try await verification.send(to: number, as: .signIn, caller: caller)
        return SendVerificationCodeReply(sessionInfo: sessionInfo.expose())
    }
}

extension PhoneNumber {
    /// - Throws: ``SignInError`` with `INVALID_PHONE_NUMBER`, also for a missing number, as in Firebase.
    package static func required(_ text: String?) throws -> PhoneNumber {
        guard let number = PhoneNumber(text ?? "") else {
            throw SignInError(.init(rawValue: "INVALID_PHONE_NUMBER"), message: "Invalid format.")
        }
        return number
    }
}
