package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:update`: changes the user's own account.
package struct UpdateEndpoint: Endpoint {
    package static let name = "accounts:update"
    package static let version3Name: String? = "setAccountInfo"
    package static let words = APIWords(
        "updateAccount", .accounts, "Changes the user's own account",
        """
        Changes the members of the request in the account of `idToken`: the name, the photo, the address, the password, linked \
        providers, passkeys. A change of the address or the password requires a recent sign-in, ends the other sessions, and \
        returns new tokens. With `oobCode` instead, the code of a mail is applied. Firebase's `accounts.update`.
        """,
        errors: .session + [
            .credentialTooOldLoginAgain, .emailExists, .missingEmail, .invalidEmail, .missingPassword, .weakPassword,
            .passwordDoesNotMeetRequirements, .invalidDisplayName, .init(rawValue: "INVALID_PHOTO_URL"), .invalidCredentialID,
            .invalidOOBCode, .expiredOOBCode, .invalidReqType, .invalidArgument, .insufficientPermission, .operationNotAllowed,
            .emailChangeNeedsVerification, .blockingFunctionErrorResponse,
        ],
        request: #"{"idToken":"eyJ…","displayName":"Ada Lovelace","returnSecureToken":true}"#,
        reply: """
            {"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","email":"ada@example.org","emailVerified":false,
            "displayName":"Ada Lovelace","providerUserInfo":[]}
            """)

    let update: AccountUpdate
    let sessions: Sessions
    let application: CodeApplication

    package static func tenant(of input: UpdateRequest) -> String? { input.tenantId }

    package func respond(to input: UpdateRequest, from caller: Caller) async throws -> UpdateReply {
        // A code takes precedence over a session, because it identifies the account.
        if let code = input.oobCode.unlessEmpty { return try await apply(Secret(code), from: caller) }
        guard let idToken = input.idToken.unlessEmpty else {
            throw SignInError(.init(rawValue: "INVALID_REQ_TYPE"), message: "Unsupported request parameters.")
        }
        if input.customAttributes != nil { throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION")) }
        if input.disableUser != nil { throw SignInError(.operationNotAllowed) }
        let holder = try await sessions.check(idToken, from: caller)
        let outcome = try await update.apply(try input.edit(under: caller.project.policies), by: holder)
        let account = outcome.account
        return UpdateReply(
            localId: account.id.rawValue, email: account.email?.text, emailVerified: account.email == nil ? nil : account.emailVerified,
            displayName: account.displayName, photoUrl: account.photoURL, providerUserInfo: ProviderUserInfo.all(of: account) ?? [],
            passwordHash: account.password == nil ? nil : UserInfo.redactedHash, idToken: outcome.tokens?.idToken,
            refreshToken: outcome.tokens?.refreshToken.expose(), expiresIn: outcome.tokens.map { String($0.expiresInSeconds) })
    }

    /// A code proves only control of an address, so the response contains nothing else about the account.
    private func apply(_ code: Secret<String>, from caller: Caller) async throws -> UpdateReply {
        let (account, code) = try await application.apply(code, for: caller)
        return UpdateReply(
            localId: account.id.rawValue, email: account.email?.text, emailVerified: account.email == nil ? nil : account.emailVerified,
            newEmail: code.kind == .verifyAndChangeEmail ? code.newEmail?.text : nil)
    }
}

extension UpdateRequest {
    fileprivate func edit(under policies: AccountPolicies) throws -> AccountEdit {
        var edit = AccountEdit()
        edit.displayName = try displayName.map { .set(try AccountEdit.checkedDisplayName($0)) }
        edit.photoURL = try photoUrl.map { .set(try AccountEdit.checkedPhotoURL($0, under: policies)) }
        if let email { edit.email = try .required(email) }
        if let password {
            guard !password.isEmpty else { throw SignInError(.missingPassword) }
            edit.password = Secret(password)
        }
        edit.unlinking = (deleteProvider ?? []).map(ProviderID.init(rawValue:))
        edit.removingPasskeys = try passkeysToRemove()
        edit.endsTokens = validSince.unlessEmpty != nil && policies.isLenient
        for attribute in deleteAttribute ?? [] {
            switch attribute.rawValue {
            case "DISPLAY_NAME": edit.displayName = .clear
            case "PHOTO_URL": edit.photoURL = .clear
            case "EMAIL": edit.clearsEmail = true
            case "PASSWORD": edit.clearsPassword = true
            default:
                throw SignInError(
                    .init(rawValue: "INVALID_ARGUMENT"), message: "deleteAttribute cannot remove \(attribute.rawValue.prefix(40)).")
            }
        }
        return edit
    }
}

extension UpdateRequest {
    /// Returns the credential IDs of the passkeys to remove.
    ///
    /// - Throws: ``SignInError`` with `INVALID_CREDENTIAL_ID`.
    package func passkeysToRemove() throws -> [[UInt8]] {
        try (deletePasskey ?? []).map { text in
            guard let id = Base64URL.decode(text), !id.isEmpty else { throw SignInError(.invalidCredentialID) }
            return id
        }
    }
}
