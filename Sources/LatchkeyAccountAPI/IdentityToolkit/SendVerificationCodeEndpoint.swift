package import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
package import LatchkeyWire

/// `accounts:sendVerificationCode`.
package struct SendVerificationCodeEndpoint: Endpoint {
    package static let name = "accounts:sendVerificationCode"
    package static let version3Name: String? = "sendVerificationCode"

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
