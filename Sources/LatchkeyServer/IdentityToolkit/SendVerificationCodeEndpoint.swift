import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts:sendVerificationCode`.
struct SendVerificationCodeEndpoint: Endpoint {
    static let name = "accounts:sendVerificationCode"
    static let legacyName: String? = "sendVerificationCode"

    let verification: PhoneVerification

    static func tenant(of ask: SendVerificationCodeRequest) -> String? { ask.tenantId }

    func answer(_ ask: SendVerificationCodeRequest, from caller: Caller) async throws -> SendVerificationCodeReply {
        let number = try PhoneNumber.required(ask.phoneNumber)
        let sessionInfo = try await verification.send(to: number, as: .signIn, caller: caller)
        return SendVerificationCodeReply(sessionInfo: sessionInfo.expose())
    }
}

extension PhoneNumber {
    /// - Throws: ``SignInError`` with `INVALID_PHONE_NUMBER`, also for a missing number, as in Firebase.
    static func required(_ text: String?) throws -> PhoneNumber {
        guard let number = PhoneNumber(text ?? "") else {
            throw SignInError(.init(rawValue: "INVALID_PHONE_NUMBER"), message: "Invalid format.")
        }
        return number
    }
}
