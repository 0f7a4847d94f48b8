package import LatchkeyIdentity
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:sendOobCode`: sends a one-time code to an email address.
package struct SendOobCodeEndpoint: Endpoint {
    package static let name = "accounts:sendOobCode"
    package static let version3Name: String? = "getOobConfirmationCode"
    package static let words = APIWords(
        "sendOobCode", .accounts, "Sends a mail with a link",
        """
        Sends a link to reset a password (`PASSWORD_RESET`), to verify an address (`VERIFY_EMAIL`, `VERIFY_AND_CHANGE_EMAIL`), \
        or to sign in (`EMAIL_SIGNIN`). With enumeration protection, the response is the same for addresses without an account. \
        Firebase's `accounts.sendOobCode`.
        """,
        required: ["requestType"],
        errors: .session + [
            .missingReqType, .invalidReqType, .missingEmail, .invalidEmail, .emailNotFound, .emailExists, .missingNewEmail,
            .invalidNewEmail, .missingContinueURI, .invalidContinueURI, .unauthorizedDomain, .insufficientPermission,
            .resetPasswordExceedLimit, .missingIOSBundleID, .missingAndroidPackageName, .dynamicLinkNotActivated, .invalidHostingLinkDomain,
            .operationNotAllowed,
        ],
        request: #"{"requestType":"PASSWORD_RESET","email":"ada@example.org"}"#,
        reply: #"{"kind":"identitytoolkit#GetOobConfirmationCodeResponse","email":"ada@example.org"}"#)

    let requests: CodeRequests
    let sessions: Sessions
    let publicAddress: PublicAddress

    package static func tenant(of input: SendOobCodeRequest) -> String? { input.tenantId }

    package func respond(to input: SendOobCodeRequest, from caller: Caller) async throws -> SendOobCodeReply {
        guard let type = input.requestType, type != .unspecified, !type.rawValue.isEmpty else {
            throw SignInError(.init(rawValue: "MISSING_REQ_TYPE"))
        }
        if input.returnOobLink == true { throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION")) }
        let settings = try ActionCodeSettings(input, for: caller.project, publicAddress: publicAddress.url)
        switch type {
        case .passwordReset:
            if caller.project.policies.isLenient, let text = input.email.unlessEmpty, EmailAddress(text) == nil {
                // With enumeration protection, an invalid address gets the same response as others. Without it, an earlier check fails.
                return SendOobCodeReply(email: text.lowercased())
            }
            let email = try EmailAddress.required(input.email)
            try await requests.sendPasswordReset(to: email, continueURL: settings.continueURL, for: caller)
            return SendOobCodeReply(email: email.text)
        case .emailSignIn:
            let email = try EmailAddress.required(input.email)
            try await requests.sendSignInLink(to: email, continueURL: settings.continueURL, for: caller)
            return SendOobCodeReply(email: email.text)
        case .verifyEmail:
            let holder = try await holder(input, caller)
            return SendOobCodeReply(
                email: try await requests.sendVerification(to: holder, continueURL: settings.continueURL).text)
        case .verifyAndChangeEmail:
            let holder = try await holder(input, caller)
            guard let text = input.newEmail.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_NEW_EMAIL")) }
            guard let newEmail = EmailAddress(text) else { throw SignInError(.init(rawValue: "INVALID_NEW_EMAIL")) }
            let email = try await requests.sendChange(to: newEmail, of: holder, continueURL: settings.continueURL)
            return SendOobCodeReply(email: email?.text)
        default:
            throw SignInError(
                .init(rawValue: "INVALID_REQ_TYPE"), message: "Codes of type \(type.rawValue.prefix(40)) cannot be requested.")
        }
    }

    private func holder(_ input: SendOobCodeRequest, _ caller: Caller) async throws -> SignedInCaller {
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.invalidIDToken) }
        return try await sessions.check(idToken, from: caller)
    }
}
