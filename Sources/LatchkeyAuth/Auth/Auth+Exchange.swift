import LatchkeyWire
import Synchronization

extension Auth {
    /// Exchanges a provider's credential for tokens.
    ///
    /// - Parameters:
    ///   - idToken: The ID token of the session to link the identity to.
    ///   - autoCreate: Whether to create an account if none exists; `false` in a reauthentication.
    func exchange(
        _ credential: AuthCredential, idToken: String? = nil, autoCreate: Bool = true
    ) async throws -> SignInReply {
        guard let oauth = credential as? OAuthCredential else {
            throw AuthError.make(.internalError, reason: "A credential of \(credential.provider) cannot be sent.")
        }
        var request = oauth.request()
        request.idToken = idToken
        request.autoCreate = autoCreate
        request.tenantId = tenantID
        let reply: SignInWithIdpReply
        do {
            reply = try await backend.call(.signInWithIdp, request, language: languageCode)
        } catch  where error.authErrorCode == .credentialAlreadyInUse {
            // The server's error does not name the identity, so the credential that was sent is attached to the error.
            throw AuthError.make(.credentialAlreadyInUse, credential: credential, underlying: error)
        }
        if let conflict = conflict(in: reply, sent: oauth) { throw conflict }
        let additional = AdditionalUserInfo(reply)
        let credential = OAuthCredential(reply)
        if let due = secondFactor(due: reply.mfaPendingCredential, reply.mfaInfo, after: additional, credential: credential) {
            throw due
        }
        let tokens = try TokenSet(
            idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now())
        if let pendingToken = oauth.pendingToken {
            state.withLock { $0.conflicts.forget(pendingToken: pendingToken) }
        }
        return SignInReply(
            uid: reply.localId, tokens: tokens, additional: additional, credential: credential)
    }

    /// Returns the error in a response with status 200, and stores its pending credential for a later call of `fetchSignInMethods`.
    private func conflict(in reply: SignInWithIdpReply, sent: OAuthCredential) -> (any Error)? {
        let code: AuthErrorCode
        if reply.needConfirmation == true {
            code = .accountExistsWithDifferentCredential
        } else if let message = reply.errorMessage, !message.isEmpty {
            let wire = WireErrorMessage(parsing: message).code
            guard let known = AuthErrorCode(wire) else {
                return AuthError.make(.internalError, reason: message)
            }
            code = known
        } else {
            return nil
        }
        if let email = reply.email, let pendingToken = reply.pendingToken, code != .credentialAlreadyInUse {
            state.withLock { $0.conflicts.remember(pendingToken, email: email) }
        }
        let withCredential = code == .accountExistsWithDifferentCredential || code == .credentialAlreadyInUse
        return AuthError.make(
            code, email: reply.email, credential: withCredential ? OAuthCredential(reply) ?? sent : nil)
    }

    /// Signs in with an email address and a password.
    func signIn(email: String, password: String) async throws -> SignInReply {
        let reply: SignInWithPasswordReply = try await backend.call(
            .signInWithPassword,
            SignInWithPasswordRequest(
                email: email, password: password, returnSecureToken: true, tenantId: tenantID),
            language: languageCode)
        let additional = AdditionalUserInfo(providerID: EmailAuthProviderID, isNewUser: false)
        if let due = secondFactor(due: reply.mfaPendingCredential, reply.mfaInfo, after: additional) { throw due }
        return SignInReply(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: additional)
    }

    /// Signs in with a custom token from a back end.
    func signIn(customToken: String) async throws -> SignInReply {
        let reply: SignInWithCustomTokenReply = try await backend.call(
            .signInWithCustomToken,
            SignInWithCustomTokenRequest(token: customToken, returnSecureToken: true, tenantId: tenantID), language: languageCode)
        return SignInReply(
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: AdditionalUserInfo(providerID: "", isNewUser: reply.isNewUser ?? false))
    }

    /// Creates an account, or adds an email address and a password to the account of a session.
    func signUp(email: String? = nil, password: String? = nil, idToken: String? = nil) async throws -> SignInReply {
        let reply: SignUpReply
        do {
            reply = try await backend.call(
                .signUp,
                SignUpRequest(
                    email: email, password: password, idToken: idToken, tenantId: tenantID, returnSecureToken: true),
                language: languageCode)
        } catch  where error.authErrorCode == .emailAlreadyInUse {
            throw AuthError.make(.emailAlreadyInUse, email: email, underlying: error)
        }
        return SignInReply(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            isAnonymous: email == nil,
            additional: AdditionalUserInfo(
                providerID: email == nil ? "" : EmailAuthProviderID, isNewUser: idToken == nil))
    }
}
