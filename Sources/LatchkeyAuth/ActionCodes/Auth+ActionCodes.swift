import LatchkeyWire

extension Auth {
    /// Sends a mail with a link to set a new password.
    ///
    /// Under enumeration protection it succeeds whether or not there is an account with the address.
    ///
    /// - Throws: ``AuthErrorCode/userNotFound`` without that protection, ``AuthErrorCode/tooManyRequests``,
    ///   ``AuthErrorCode/unauthorizedDomain`` and other codes about the settings.
    public func sendPasswordReset(withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil) async throws {
        try await send(SendOobCodeRequest(requestType: .passwordReset, email: email), actionCodeSettings)
    }

    /// Sets a new password with the code of a mail.
    ///
    /// - Throws: ``AuthErrorCode/weakPassword``, ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
    public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
        _ = try await reset(ResetPasswordRequest(oobCode: code, newPassword: newPassword, tenantId: tenantID))
    }

    /// The address of the account whose password a code resets.
    ///
    /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``, also for a code of another kind.
    @discardableResult
    public func verifyPasswordResetCode(_ code: String) async throws -> String {
        let info = try await checkActionCode(code)
        guard info.operation == .passwordReset else { throw AuthError.make(.invalidActionCode) }
        return info.email
    }

    /// What a code stands for; it stays good.
    ///
    /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
    public func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
        ActionCodeInfo(try await reset(ResetPasswordRequest(oobCode: code, tenantId: tenantID)))
    }

    /// Applies a code that confirms, changes or restores an address.
    ///
    /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``,
    ///   ``AuthErrorCode/emailAlreadyInUse``.
    public func applyActionCode(_ code: String) async throws {
        _ = try await backend.call(
            .update, UpdateRequest(oobCode: code, returnSecureToken: true, tenantId: tenantID), language: languageCode,
            returning: UpdateReply.self)
    }

    /// Sends a mail with a link to sign in; ``ActionCodeSettings/url`` has to name the page or app that it leads to.
    ///
    /// - Throws: ``AuthErrorCode/operationNotAllowed`` where the project has no sign-in by link,
    ///   ``AuthErrorCode/tooManyRequests``, and codes about the settings.
    public func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
        var request = SendOobCodeRequest(requestType: .emailSignIn, email: email)
        actionCodeSettings.fill(&request)
        request.canHandleCodeInApp = true
        try await send(request, nil)
    }

    /// Whether a link is one that signs in.
    public func isSignIn(withEmailLink link: String) -> Bool {
        guard let url = ActionCodeURL(link: link) else { return false }
        return url.operation == .emailLink && url.code?.isEmpty == false
    }

    /// Signs in with the link of a mail; makes an account for an address that has none.
    ///
    /// - Throws: ``AuthErrorCode/invalidEmail`` when the link was sent to another address,
    ///   ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
    @discardableResult
    public func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
        try await signIn(with: EmailAuthProvider.credential(withEmail: email, link: link))
    }

    /// Asks the server for a mail.
    func send(_ request: SendOobCodeRequest, _ settings: ActionCodeSettings?) async throws {
        var request = request
        settings?.fill(&request)
        request.tenantId = tenantID
        _ = try await backend.call(.sendOobCode, request, language: languageCode, returning: SendOobCodeReply.self)
    }

    /// Sends the code of a link.
    ///
    /// - Parameter idToken: The session to add this way in to.
    func exchange(_ credential: EmailLinkCredential, idToken: String? = nil) async throws -> SignInAnswer {
        guard let code = ActionCodeURL(link: credential.link)?.code else { throw AuthError.make(.invalidActionCode) }
        let reply = try await backend.call(
            .signInWithEmailLink,
            SignInWithEmailLinkRequest(
                email: credential.email, oobCode: code, idToken: idToken, returnSecureToken: true, tenantId: tenantID),
            language: languageCode, returning: SignInWithEmailLinkReply.self)
        let additional = AdditionalUserInfo(providerID: EmailAuthProviderID, isNewUser: reply.isNewUser ?? false)
        if let due = secondFactor(due: reply.mfaPendingCredential, reply.mfaInfo, after: additional) { throw due }
        return SignInAnswer(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: additional)
    }

    private func reset(_ request: ResetPasswordRequest) async throws -> ResetPasswordReply {
        try await backend.call(.resetPassword, request, language: languageCode)
    }
}
