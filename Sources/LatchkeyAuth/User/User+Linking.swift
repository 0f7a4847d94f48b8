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
            let answer: SignInAnswer
            if let credential = credential as? EmailPasswordCredential {
                answer = try await auth.signUp(
                    email: credential.email, password: credential.password, idToken: idToken)
            } else if let credential = credential as? EmailLinkCredential {
                answer = try await auth.exchange(credential, idToken: idToken)
            } else if let credential = credential as? PhoneAuthCredential {
                answer = try await auth.exchange(credential, for: .link, idToken: idToken)
            } else {
                answer = try await auth.exchange(credential, idToken: idToken)
            }
            return try await take(answer)
        }
    }

    /// Reauthenticates the user, for operations that require a recent sign-in.
    ///
    /// - Throws: ``AuthErrorCode/userMismatch`` if the credential belongs to another account.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
        let answer: SignInAnswer
        do {
            if let credential = credential as? EmailPasswordCredential {
                answer = try await auth.signIn(email: credential.email, password: credential.password)
            } else if let credential = credential as? EmailLinkCredential {
                answer = try await auth.exchange(credential)
            } else if let credential = credential as? PhoneAuthCredential {
                answer = try await auth.exchange(credential, for: .reauthenticate)
            } else {
                answer = try await auth.exchange(credential, autoCreate: false)
            }
        } catch  where error.authErrorCode == .userNotFound {
            throw AuthError.make(.userMismatch, underlying: error)
        } catch {
            let resolver = (error as NSError).userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
            guard let resolver else { throw error }
            throw AuthError.make(.secondFactorRequired, resolver: resolver.reauthenticating(self))
        }
        return try await reauthenticated(with: answer)
    }

    /// Continues this account's session with the tokens of a sign-in, after checking that they belong to this account.
    func reauthenticated(with answer: SignInAnswer) async throws -> AuthDataResult {
        guard answer.uid == nil || answer.uid == uid else { throw AuthError.make(.userMismatch) }
        let account = try await auth.backend.account(idToken: answer.tokens.idToken)
        guard account.localId == uid else { throw AuthError.make(.userMismatch) }
        return try await take(answer, account: account)
    }

    /// Continues this account's session with the tokens of a sign-in, which must belong to this account.
    func take(_ answer: SignInAnswer, account: LatchkeyWire.UserInfo? = nil) async throws -> AuthDataResult {
        session.tokens.adopt(answer.tokens)
        session.keep(answer.credential)
        try auth.changed(session, hasNewTokens: true)
        if let account {
            session.adopt(account)
        } else {
            session.adopt(try await auth.backend.account(idToken: answer.tokens.idToken))
        }
        try auth.changed(session)
        return AuthDataResult(user: self, additionalUserInfo: answer.additional, credential: answer.credential)
    }
}
