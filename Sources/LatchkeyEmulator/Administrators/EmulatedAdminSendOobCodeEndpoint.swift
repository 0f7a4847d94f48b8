import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `POST projects/{project}/accounts:sendOobCode` of an emulator. It checks only the form of the URL that a link continues to.
struct EmulatedAdminSendOobCodeEndpoint: AdminEndpoint {
    static let name = AdminSendOobCodeEndpoint.name
    static let words = AdminSendOobCodeEndpoint.words

    let codes: AdministratorCodes
    let sessions: Sessions
    let store: any AccountStore
    let standardProject: ProjectID

    static func tenant(of input: SendOobCodeRequest) -> String? { input.tenantId }

    func respond(to input: SendOobCodeRequest, from caller: AdminCaller) async throws -> SendOobCodeReply {
        guard let type = input.requestType, type != .unspecified, !type.rawValue.isEmpty else {
            throw SignInError(.init(rawValue: "MISSING_REQ_TYPE"))
        }
        try type.requireKnown()
        let continueURL = input.continueUrl.unlessEmpty
        if let continueURL, continueURL.utf8.count > ActionCodeSettings.maxURLBytes || !AbsoluteURI.isOne(continueURL) {
            throw SignInError(
                .init(rawValue: "INVALID_CONTINUE_URI"), message: "((expected an absolute URI with valid scheme and host))")
        }
        let email: EmailAddress
        var newEmail: EmailAddress?
        switch type {
        case .emailSignIn:
            guard caller.caller.project.settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
            email = try EmailAddress.required(input.email)
        case .passwordReset:
            guard let text = input.email.unlessEmpty else { throw SignInError(.missingEmail) }
            guard let found = try await address(text, in: caller.caller.realm) else {
                guard caller.caller.project.settings.enumerationProtection else { throw SignInError(.emailNotFound) }
                return SendOobCodeReply(email: text.lowercased())
            }
            email = found
        case .verifyEmail: email = try await holdersEmail(input, caller.caller)
        case .verifyAndChangeEmail:
            guard let text = input.newEmail.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_NEW_EMAIL")) }
            email = try await holdersEmail(input, caller.caller)
            guard let address = EmailAddress(text) else { throw SignInError(.init(rawValue: "INVALID_NEW_EMAIL")) }
            newEmail = address
        default: throw NotEmulated(type.rawValue)
        }
        let order = AdministratorCodes.Order(
            OneTimeCode.Kind(rawValue: type.rawValue), email: email, newEmail: newEmail, continueURL: continueURL,
            returnsLink: input.returnOobLink == true)
        let link = try await codes.make(order, by: caller.keyed(in: standardProject).caller, actor: caller.actor)
        return SendOobCodeReply(email: email.text, oobCode: link?.code.expose(), oobLink: (link?.url).map(Emulator.shown))
    }

    private func address(_ text: String, in realm: Realm) async throws -> EmailAddress? {
        guard let email = EmailAddress(text) else { return nil }
        return try await store.read { try $0.account(withEmail: email, in: realm)?.email }
    }

    /// Returns the email address of the account: from the request if it requests a link without an ID token, otherwise from the ID token.
    /// The caller's role does not matter.
    private func holdersEmail(_ input: SendOobCodeRequest, _ caller: Caller) async throws -> EmailAddress {
        if input.returnOobLink == true, input.idToken.unlessEmpty == nil {
            guard let text = input.email.unlessEmpty else { throw SignInError(.missingEmail) }
            guard let email = try await address(text, in: caller.realm) else { throw SignInError(.userNotFound) }
            return email
        }
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.invalidIDToken) }
        let account = try await sessions.check(idToken, from: caller).account
        // Only the address is passed on, and in another realm it belongs to another account.
        guard account.realm == caller.realm else { throw SignInError(.tenantIDMismatch) }
        guard let email = account.email else { throw SignInError(.missingEmail) }
        return email
    }
}
