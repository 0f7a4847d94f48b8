import LatchkeyWire
import Synchronization

extension Auth {
    /// Signs in with a credential. Creates an account for an unknown identity.
    ///
    /// - Throws: ``AuthErrorCode/accountExistsWithDifferentCredential`` if another account has the email address of the identity. The
    ///   address is under ``AuthErrorUserInfoEmailKey``, and under ``AuthErrorUserInfoUpdatedCredentialKey`` is a credential to link after
    ///   the user has signed in to that account. ``AuthErrorCode/secondFactorRequired``, as for every sign-in to an account with second
    ///   factors; continue with the ``MultiFactorResolver``.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
        if let credential = credential as? EmailPasswordCredential {
            return try await signIn(withEmail: credential.email, password: credential.password)
        }
        if let credential = credential as? EmailLinkCredential {
            return try await signedIn(with: try await exchange(credential))
        }
        if let credential = credential as? PhoneAuthCredential {
            return try await signedIn(with: try await exchange(credential, for: .signIn))
        }
        return try await signedIn(with: try await exchange(credential))
    }

    /// Signs in with an email address and a password.
    ///
    /// - Throws: ``AuthErrorCode/invalidCredential`` if the email address or the password is wrong; without enumeration protection
    ///   ``AuthErrorCode/userNotFound`` or ``AuthErrorCode/wrongPassword``.
    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await signedIn(with: try await signIn(email: email, password: password))
    }

    /// Signs in with a custom token that the service account of a back end signed. Creates the account if it does not exist.
    ///
    /// - Throws: ``AuthErrorCode/invalidCustomToken``; ``AuthErrorCode/customTokenMismatch`` for a token of another project.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        try await signedIn(with: try await signIn(customToken: token))
    }

    /// Creates an account with an email address and a password, and signs in to it.
    ///
    /// - Throws: ``AuthErrorCode/emailAlreadyInUse``, ``AuthErrorCode/weakPassword``, ``AuthErrorCode/invalidEmail``.
    @discardableResult
    public func createUser(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await signedIn(with: try await signUp(email: email, password: password))
    }

    /// Signs in anonymously. If an anonymous user is already signed in, that user is kept.
    ///
    /// - Throws: ``AuthErrorCode/adminRestrictedOperation`` if the project does not allow anonymous accounts.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult {
        if let user = currentUser, user.isAnonymous {
            return AuthDataResult(
                user: user, additionalUserInfo: AdditionalUserInfo(providerID: "", isNewUser: false), credential: nil)
        }
        return try await signedIn(with: try await signUp())
    }

    /// Returns the sign-in methods of the account with an email address: `password`, `emailLink` or provider ids.
    ///
    /// With enumeration protection, the server does not reveal the methods, with one exception: right after a conflict about this email
    /// address, the pending credential is sent along. If its provider vouches for the address, the server returns the sign-in methods.
    public func fetchSignInMethods(forEmail email: String) async throws -> [String] {
        let pendingToken = state.withLock { $0.conflicts.pendingToken(for: email) }
        let reply: CreateAuthUriReply = try await backend.call(
            .createAuthUri,
            CreateAuthUriRequest(
                identifier: email, continueUri: "http://localhost", pendingToken: pendingToken, tenantId: tenantID),
            language: languageCode)
        return reply.signinMethods ?? reply.allProviders ?? []
    }

    /// Signs out, in all apps of the access group if one is used. The session remains valid on the server until it ends there.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` if the stored session cannot be removed. The user is signed out even then.
    public func signOut() throws {
        state.withLock { $0.conflicts.forgetAll() }
        try becomeNobody()
    }

    /// Makes the account of a sign-in the current one.
    func signedIn(with reply: SignInReply) async throws -> AuthDataResult {
        let current = try become(try await session(for: reply), with: reply.credential)
        return AuthDataResult(
            user: current.user(of: self), additionalUserInfo: reply.additional, credential: reply.credential)
    }

    /// Returns the session of a sign-in, with its account.
    func session(for reply: SignInReply) async throws -> StoredSession {
        let account = try await backend.account(idToken: reply.tokens.idToken)
        return StoredSession(
            account: account, isAnonymous: reply.isAnonymous && !account.isCertainlyNotAnonymous, tokens: reply.tokens)
    }

    func become(_ session: StoredSession, with credential: AuthCredential?) throws -> SignedInAccount {
        let current = SignedInAccount(session, tokens: backend.tokens(session.tokens, now: now))
        current.keep(credential)
        try become(current)
        return current
    }
}
