import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `POST projects/{project}/accounts:sendOobCode`: returns a link for the administrator's own email, or sends the email.
package struct AdminSendOobCodeEndpoint: AdminEndpoint {
    package static let name = "accounts:sendOobCode"
    package static let words = APIWords(
        "sendOobCodeAsAdministrator", .users, "Sends or returns a link for an account",
        """
        As `accounts:sendOobCode`. With `returnOobLink`, the response contains the link in `oobLink`, and no mail is sent. \
        Firebase's `projects.accounts.sendOobCode`.
        """,
        errors: [
            .missingReqType, .invalidReqType, .missingEmail, .invalidEmail, .emailNotFound, .emailExists, .missingNewEmail,
            .invalidNewEmail, .invalidContinueURI, .missingContinueURI, .unauthorizedDomain, .userDisabled, .resetPasswordExceedLimit,
            .missingIOSBundleID, .missingAndroidPackageName, .dynamicLinkNotActivated, .invalidHostingLinkDomain, .operationNotAllowed,
            .tenantIDMismatch,
        ],
        request: #"{"requestType":"PASSWORD_RESET","email":"ada@example.org","returnOobLink":true}"#,
        reply: #"{"email":"ada@example.org","oobLink":"https://auth.example.org/__/auth/action?mode=resetPassword&oobCode=code"}"#)

    let codes: AdministratorCodes
    let sessions: Sessions
    let publicAddress: PublicAddress

    package static func tenant(of input: SendOobCodeRequest) -> String? { input.tenantId }

    package func respond(to input: SendOobCodeRequest, from caller: AdminCaller) async throws -> SendOobCodeReply {
        guard let type = input.requestType, type != .unspecified, !type.rawValue.isEmpty else {
            throw SignInError(.init(rawValue: "MISSING_REQ_TYPE"))
        }
        let settings = try ActionCodeSettings(input, for: caller.caller.project, publicAddress: publicAddress.url)
        var newEmail: EmailAddress?
        switch type {
        case .passwordReset, .emailSignIn, .verifyEmail: break
        case .verifyAndChangeEmail:
            guard let text = input.newEmail.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_NEW_EMAIL")) }
            guard let address = EmailAddress(text) else { throw SignInError(.init(rawValue: "INVALID_NEW_EMAIL")) }
            newEmail = address
        default:
            throw SignInError(
                .init(rawValue: "INVALID_REQ_TYPE"), message: "Codes of type \(type.rawValue.prefix(40)) cannot be requested.")
        }
        let email = try await email(input, type, caller.caller)
        let order = AdministratorCodes.Order(
            OneTimeCode.Kind(rawValue: type.rawValue), email: email, newEmail: newEmail, continueURL: settings.continueURL,
            returnsLink: input.returnOobLink == true)
        let link = try await codes.make(order, by: caller.caller, actor: caller.actor)
        return SendOobCodeReply(email: email.text, oobCode: link?.code.expose(), oobLink: link?.url)
    }

    /// Returns the account's email address. To verify or change it, a request can identify the account by ID token, as clients do.
    private func email(_ input: SendOobCodeRequest, _ type: OobRequestType, _ caller: Caller) async throws -> EmailAddress {
        guard let idToken = input.idToken.unlessEmpty, type == .verifyEmail || type == .verifyAndChangeEmail else {
            return try EmailAddress.required(input.email)
        }
        let account = try await sessions.check(idToken, from: caller).account
        // Only the address is used from here on, and in another realm it can belong to another user.
        guard account.realm == caller.realm else { throw SignInError(.tenantIDMismatch) }
        guard let email = account.email else { throw SignInError(.missingEmail) }
        return email
    }
}
