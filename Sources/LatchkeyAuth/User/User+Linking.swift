import Foundation
import LatchkeyWire

extension User {
    /// Links an identity or a password to the account.
    ///
    /// - Throws: ``AuthErrorCode/providerAlreadyLinked``; ``AuthErrorCode/credentialAlreadyInUse`` if the identity already belongs to an
    ///   account, with the credential under ``AuthErrorUserInfoUpdatedCredentialKey``; ``AuthErrorCode/emailAlreadyInUse``.
    @discardableResult
    public func link(with credential: AuthCredential) async throws -> AuthDataResult {
        guard !has(credential.provider) else { throw AuthError.make(.providerAlreadyLinked) }
        return try await endingSessionOnFailure {
            let idToken = try await getIDToken()
            let reply: SignInReply
            if let credential = credential as? EmailPasswordCredential {
                reply = try await auth.signUp(
                    email: credential.email, password: credential.password, idToken: idToken)
            } else if let credential = credential as? EmailLinkCredential {
                reply = try await auth.exchange(credential, idToken: idToken)
            } else if let credential = credential as? PhoneAuthCredential {
                reply = try await auth.exchange(credential, for: .link, idToken: idToken)
            } else {
                reply = try await auth.exchange(credential, idToken: idToken)
            }
            return try await take(reply)
        }
    }

    /// Reauthenticates the user, for operations that require a recent sign-in.
    ///
    /// - Throws: ``AuthErrorCode/userMismatch`` if the credential belongs to another account.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
        let reply: SignInReply
        do {
            if let credential = credential as? EmailPasswordCredential {
                reply = try await auth.signIn(email: credential.email, password: credential.password)
            } else if let credential = credential as? EmailLinkCredential {
                reply = try await auth.exchange(credential)
            } else if let credential = credential as? PhoneAuthCredential {
                reply = try await auth.exchange(credential, for: .reauthenticate)
            } else {
                reply = try await auth.exchange(credential, autoCreate: false)
            }
        } catch  where error.authErrorCode == .userNotFound {
            throw AuthError.make(.userMismatch, underlying: error)
        } catch {
            let resolver = (error as NSError).userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
            guard let resolver else { throw error }
            throw AuthError.make(.secondFactorRequired, resolver: resolver.reauthenticating(self))
        }
        return try await reauthenticated(with: reply)
    }

    /// Continues this account's session with the tokens of a sign-in, after checking that they belong to this account.
    func reauthenticated(with reply: SignInReply) async throws -> AuthDataResult {
        guard reply.uid == nil || reply.uid == uid else { throw AuthError.make(.userMismatch) }
        let account = try await auth.backend.account(idToken: reply.tokens.idToken)
        guard account.localId == uid else { throw AuthError.make(.userMismatch) }
        return try await take(reply, account: account)
    }

    /// Continues this account's session with the tokens of a sign-in, which must belong to this account.
    func take(_ reply: SignInReply, account: LatchkeyWire.UserInfo? = nil) async throws -> AuthDataResult {
        session.tokens.adopt(reply.tokens)
        session.keep(reply.credential)
        try auth.changed(session, hasNewTokens: true)
        if let account {
            session.adopt(account)
        } else {
            session.adopt(try await auth.backend.account(idToken: reply.tokens.idToken))
        }
        try auth.changed(session)
        return AuthDataResult(user: self, additionalUserInfo: reply.additional, credential: reply.credential)
    }
}
