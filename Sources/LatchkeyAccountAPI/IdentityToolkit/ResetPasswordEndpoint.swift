package import LatchkeyIdentity
package import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:resetPassword`: returns the purpose of a code, or sets a new password with it.
package struct ResetPasswordEndpoint: Endpoint {
    package static let name = "accounts:resetPassword"
    package static let version3Name: String? = "resetPassword"
    package static let words = APIWords(
        "resetPassword", .accounts, "Checks a code, or sets a password with it",
        """
        Returns what the code of a mail is for. With `newPassword`, it sets the password of the account and ends its sessions. \
        Firebase's `accounts.resetPassword`.
        """,
        required: ["oobCode"],
        errors: [
            .missingOOBCode, .invalidOOBCode, .expiredOOBCode, .userDisabled, .userNotFound, .weakPassword,
            .passwordDoesNotMeetRequirements, .passwordLoginDisabled, .operationNotAllowed,
        ],
        request: #"{"oobCode":"code-from-the-mail","newPassword":"lovelace2"}"#,
        reply: #"{"kind":"identitytoolkit#ResetPasswordResponse","email":"ada@example.org","requestType":"PASSWORD_RESET"}"#)

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
            // Only the sign-in page finishes a sign-up.
            if code.kind == .signUp { throw SignInError(.invalidOOBCode) }
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
