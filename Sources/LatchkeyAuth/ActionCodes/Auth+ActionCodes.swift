import LatchkeyWire

extension Auth {
    /// Sends an email with a password reset link.
    ///
    /// With enumeration protection, the call succeeds whether or not an account has the email address.
    ///
    /// - Throws: ``AuthErrorCode/userNotFound`` without enumeration protection, ``AuthErrorCode/tooManyRequests``,
    ///   ``AuthErrorCode/unauthorizedDomain`` and other codes for invalid settings.
    public func sendPasswordReset(withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil) async throws {
        try await send(SendOobCodeRequest(requestType: .passwordReset, email: email), actionCodeSettings)
    }

    /// Sets a new password with the code from an email.
    ///
    /// - Throws: ``AuthErrorCode/weakPassword``, ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
    public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
        _ = try await reset(ResetPasswordRequest(oobCode: code, newPassword: newPassword, tenantId: tenantID))
    }

    /// Returns the email address of the account that a password reset code is for.
    ///
    /// - Throws: ``AuthErrorCode/expiredActionCode``; ``AuthErrorCode/invalidActionCode``, also for a code of another operation.
    @discardableResult
    public func verifyPasswordResetCode(_ code: String) async throws -> String {
        let info = try await checkActionCode(code)
        guard info.operation == .passwordReset else { throw AuthError.make(.invalidActionCode) }
        return info.email
    }

    /// Returns information about a code without using it up.
    ///
    /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
    public func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
        ActionCodeInfo(try await reset(ResetPasswordRequest(oobCode: code, tenantId: tenantID)))
    }

    /// Applies a code that verifies, changes or restores an email address.
    ///
    /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``,
    ///   ``AuthErrorCode/emailAlreadyInUse``.
    public func applyActionCode(_ code: String) async throws {
        _ = try await backend.call(
            .update, UpdateRequest(oobCode: code, returnSecureToken: true, tenantId: tenantID), language: languageCode,
            returning: UpdateReply.self)
    }

    /// Sends an email with a sign-in link. ``ActionCodeSettings/url`` must be the page or app that the link leads to.
    ///
    /// - Throws: ``AuthErrorCode/operationNotAllowed`` if the project does not allow email link sign-in,
    ///   ``AuthErrorCode/tooManyRequests``, and codes for invalid settings.
    public func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
        var request = SendOobCodeRequest(requestType: .emailSignIn, email: email)
        actionCodeSettings.fill(&request)
        request.canHandleCodeInApp = true
        try await send(request, nil)
    }

    /// Returns whether a link is a sign-in link.
    public func isSignIn(withEmailLink link: String) -> Bool {
        guard let url = ActionCodeURL(link: link) else { return false }
        return url.operation == .emailLink && url.code?.isEmpty == false
    }

    /// Signs in with the link from an email. Creates an account if no account has the email address.
    ///
    /// - Throws: ``AuthErrorCode/invalidEmail`` if the link was sent to another email address,
    ///   ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
    @discardableResult
    public func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
        try await signIn(with: EmailAuthProvider.credential(withEmail: email, link: link))
    }

    /// Requests an email from the server.
    func send(_ request: SendOobCodeRequest, _ settings: ActionCodeSettings?) async throws {
        var request = request
        settings?.fill(&request)
        request.tenantId = tenantID
        _ = try await backend.call(.sendOobCode, request, language: languageCode, returning: SendOobCodeReply.self)
    }

    /// Exchanges the code of a link for tokens.
    ///
    /// - Parameter idToken: The ID token of the session to link the email address to.
    func exchange(_ credential: EmailLinkCredential, idToken: String? = nil) async throws -> SignInReply {
        guard let code = ActionCodeURL(link: credential.link)?.code else { throw AuthError.make(.invalidActionCode) }
        let reply = try await backend.call(
            .signInWithEmailLink,
            SignInWithEmailLinkRequest(
                email: credential.email, oobCode: code, idToken: idToken, returnSecureToken: true, tenantId: tenantID),
            language: languageCode, returning: SignInWithEmailLinkReply.self)
        let additional = AdditionalUserInfo(providerID: EmailAuthProviderID, isNewUser: reply.isNewUser ?? false)
        if let due = secondFactor(due: reply.mfaPendingCredential, reply.mfaInfo, after: additional) { throw due }
        return SignInReply(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: additional)
    }

    private func reset(_ request: ResetPasswordRequest) async throws -> ResetPasswordReply {
        try await backend.call(.resetPassword, request, language: languageCode)
    }
}
