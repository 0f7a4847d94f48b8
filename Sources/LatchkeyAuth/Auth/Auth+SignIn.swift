import LatchkeyWire
import Synchronization

extension Auth {
    /// Signs in with a credential; makes an account for an identity that nobody knows.
    ///
    /// - Throws: ``AuthErrorCode/accountExistsWithDifferentCredential`` when another account has the address of the identity:
    ///   under ``AuthErrorUserInfoEmailKey`` is that address and under ``AuthErrorUserInfoUpdatedCredentialKey`` a credential
    ///   to link once the person has signed in to that account. ``AuthErrorCode/secondFactorRequired`` as every way of signing in
    ///   to an account with second factors: a ``MultiFactorResolver`` goes on.
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

    /// Signs in with an address and its password.
    ///
    /// - Throws: ``AuthErrorCode/invalidCredential`` when either is wrong; without enumeration protection
    ///   ``AuthErrorCode/userNotFound`` and ``AuthErrorCode/wrongPassword``.
    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await signedIn(with: try await signIn(email: email, password: password))
    }

    /// Signs in as whom a back end vouches for, with a token that its service account signed; makes the account if it is new.
    ///
    /// - Throws: ``AuthErrorCode/invalidCustomToken``, ``AuthErrorCode/customTokenMismatch`` for a token of another project.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        try await signedIn(with: try await signIn(customToken: token))
    }

    /// Makes an account with an address and a password, and signs in to it.
    ///
    /// - Throws: ``AuthErrorCode/emailAlreadyInUse``, ``AuthErrorCode/weakPassword``, ``AuthErrorCode/invalidEmail``.
    @discardableResult
    public func createUser(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await signedIn(with: try await signUp(email: email, password: password))
    }

    /// Signs in without saying who one is; an anonymous account that is signed in already is kept.
    ///
    /// - Throws: ``AuthErrorCode/adminRestrictedOperation`` where the project has no anonymous accounts.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult {
        if let user = currentUser, user.isAnonymous {
            return AuthDataResult(
                user: user, additionalUserInfo: AdditionalUserInfo(providerID: "", isNewUser: false), credential: nil)
        }
        return try await signedIn(with: try await signUp())
    }

    /// The ways that lead into the account of an address: `password`, `emailLink` or provider ids.
    ///
    /// Under enumeration protection nobody is told anything, with one exception: right after a conflict about this address the
    /// pending credential goes along, and where its provider vouches for the address the answer is true.
    public func fetchSignInMethods(forEmail email: String) async throws -> [String] {
        let pendingToken = state.withLock { $0.conflicts.pendingToken(for: email) }
        let reply: CreateAuthUriReply = try await backend.call(
            .createAuthUri,
            CreateAuthUriRequest(
                identifier: email, continueUri: "http://localhost", pendingToken: pendingToken, tenantId: tenantID),
            language: languageCode)
        return reply.signinMethods ?? reply.allProviders ?? []
    }

    /// Signs out, in all apps of the access group if one is used; the session stays valid at the server until it ends there.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` when the stored session cannot be removed; nobody is signed in even so.
    public func signOut() throws {
        state.withLock { $0.conflicts.forgetAll() }
        try becomeNobody()
    }

    /// Makes the account of an answer the current one.
    func signedIn(with answer: SignInAnswer) async throws -> AuthDataResult {
        let current = try become(try await session(for: answer), with: answer.credential)
        return AuthDataResult(
            user: current.user(of: self), additionalUserInfo: answer.additional, credential: answer.credential)
    }

    /// The session that an answer began, with its account.
    func session(for answer: SignInAnswer) async throws -> StoredSession {
        let account = try await backend.account(idToken: answer.tokens.idToken)
        return StoredSession(
            account: account, isAnonymous: answer.isAnonymous && !account.isCertainlyNotAnonymous, tokens: answer.tokens)
    }

    func become(_ session: StoredSession, with credential: AuthCredential?) throws -> SignedInAccount {
        let current = SignedInAccount(session, tokens: backend.tokens(session.tokens, now: now))
        current.keep(credential)
        try become(current)
        return current
    }
}
