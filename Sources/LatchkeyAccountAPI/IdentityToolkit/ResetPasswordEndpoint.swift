package import LatchkeyIdentity
package import LatchkeySecrets
import LatchkeyWeb
package import LatchkeyWire

/// `accounts:resetPassword`: returns the purpose of a code, or sets a new password with it.
package struct ResetPasswordEndpoint: Endpoint {
    package static let name = "accounts:resetPassword"
    package static let version3Name: String? = "resetPassword"

    let codes: OneTimeCodes
    let reset: PasswordReset

    package static func tenant(of input: ResetPasswordRequest) -> String? { input.tenantId }

    package func respond(to input: ResetPasswordRequest, from caller: Caller) async throws -> ResetPasswordReply {
        let text = try Secret<String>.requiredCode(input.oobCode)
        let code: OneTimeCode
        if let password = input.newPassword {
            code = try await reset.confirm(text, newPassword: Secret(password), for: caller)
        } else {
            code = try await codes.check(text, in: caller.realm)
        }
        let factor = code.kind == .revertSecondFactor ? try await codes.secondFactor(of: code) : nil
        return ResetPasswordReply(
            requestType: OobRequestType(rawValue: code.kind.rawValue), email: code.kind == .emailSignIn ? nil : code.email?.text,
            newEmail: code.newEmail?.text, mfaInfo: factor.map { MfaEnrollment($0, hidesNumber: true) })
    }
}

extension Secret<String> {
    /// Returns the code of a required member.
    package static func requiredCode(_ text: String?) throws -> Secret<String> {
        guard let text = text.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_OOB_CODE")) }
        return Secret(text)
    }
}
