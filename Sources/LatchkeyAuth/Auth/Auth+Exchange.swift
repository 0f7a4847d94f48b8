import LatchkeyWire
import Synchronization

extension Auth {
    /// Sends a provider's credential.
    ///
    /// - Parameters:
    ///   - idToken: The session to link the identity to.
    ///   - autoCreate: False in a reauthentication, which must not make an account.
    func exchange(
        _ credential: AuthCredential, idToken: String? = nil, autoCreate: Bool = true
    ) async throws -> SignInAnswer {
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
            // The bare error does not say which identity it was: the credential that was sent is the one to go on with.
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
        return SignInAnswer(
            uid: reply.localId, tokens: tokens, additional: additional, credential: credential)
    }

    /// The error inside a reply with status 200; also remembers the pending credential for the lookup that follows.
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

    /// Sends an address with its password.
    func signIn(email: String, password: String) async throws -> SignInAnswer {
        let reply: SignInWithPasswordReply = try await backend.call(
            .signInWithPassword,
            SignInWithPasswordRequest(
                email: email, password: password, returnSecureToken: true, tenantId: tenantID),
            language: languageCode)
        let additional = AdditionalUserInfo(providerID: EmailAuthProviderID, isNewUser: false)
        if let due = secondFactor(due: reply.mfaPendingCredential, reply.mfaInfo, after: additional) { throw due }
        return SignInAnswer(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: additional)
    }

    /// Sends a token that a back end signed.
    func signIn(customToken: String) async throws -> SignInAnswer {
        let reply: SignInWithCustomTokenReply = try await backend.call(
            .signInWithCustomToken,
            SignInWithCustomTokenRequest(token: customToken, returnSecureToken: true, tenantId: tenantID), language: languageCode)
        return SignInAnswer(
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: AdditionalUserInfo(providerID: "", isNewUser: reply.isNewUser ?? false))
    }

    /// Makes an account, or adds an address with a password to the account of a session.
    func signUp(email: String? = nil, password: String? = nil, idToken: String? = nil) async throws -> SignInAnswer {
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
        return SignInAnswer(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            isAnonymous: email == nil,
            additional: AdditionalUserInfo(
                providerID: email == nil ? "" : EmailAuthProviderID, isNewUser: idToken == nil))
    }
}
