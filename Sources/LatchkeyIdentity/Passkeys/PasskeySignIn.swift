import Foundation
package import LatchkeySecrets

/// Signs users in with passkeys (`accounts/passkeySignIn`). The authenticator knows the account, so no user name is entered.
package struct PasskeySignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let now: WallClock
    let random: RandomTokens

    package init(store: any AccountStore, sessions: Sessions, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.sessions = sessions
        self.now = now
        self.random = random
    }

    package func start(_ caller: Caller, at relyingParty: RelyingParty) async throws -> PasskeyOffer {
        let text = PasskeyChallenge.newText(random)
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            try transaction.removeExpired(at: instant)
            try transaction.insert(
                PasskeyChallenge(
                    id: PasskeyChallenge.fingerprint(ofText: text), realm: caller.realm, purpose: .signIn, account: nil,
                    relyingParty: relyingParty, expiresAt: instant.addingTimeInterval(PasskeyChallenge.lifetimeSeconds)))
        }
        return PasskeyOffer(relyingParty: relyingParty, challenge: text)
    }

    /// Finishes a sign-in.
    ///
    /// - Throws: ``SignInError``: `INVALID_AUTHENTICATOR_RESPONSE` for errors that do not depend on the account;
    ///   `PASSKEY_CREDENTIAL_NOT_FOUND` for an unknown passkey and for a wrong signature alike; `USER_DISABLED`, only with a valid
    ///   signature; `BLOCKING_FUNCTION_ERROR_RESPONSE`.
    package func finish(_ assertion: PasskeyAssertion, caller: Caller) async throws -> IssuedTokens {
        let known = try await store.read { try $0.passkey(assertion.credentialID, in: caller.realm) }
        // Verified outside the transaction, which blocks other writers.
        let isSigned = assertion.isSigned(by: known?.publicKey)
        let outcome = try await sessions.asking(caller) { caller in
            try await store.write { try enter(assertion, by: isSigned ? known : nil, known: known, caller: caller, in: $0) }
        }
        // Not thrown inside the transaction, so that a challenge stays used after a failed attempt.
        switch try await sessions.issue(try outcome.get()) {
        case .signedIn(let tokens): return tokens
        case .secondFactorNeeded: preconditionFailure("a passkey is two factors by itself")
        }
    }

    private func enter(
        _ assertion: PasskeyAssertion, by signer: Passkey?, known: Passkey?, caller: Caller, in transaction: any StoreWriting
    ) throws -> Result<Sessions.Entry, SignInError> {
        let instant = now().inWholeMilliseconds
        let scribe = EventScribe(transaction: transaction, caller: caller, method: .passkey, at: instant)
        guard
            let challenge = try transaction.takePasskeyChallenge(
                assertion.clientData.challenge, for: .signIn, of: nil, in: caller.realm, at: instant)
        else {
            return .failure(PasskeyChallenge.gone.error)
        }
        do {
            try assertion.check(against: challenge)
            guard let known else { throw PasskeyRefusal(.unknown, "There is no such passkey.") }
            guard let signer else { throw PasskeyRefusal(.signature, "The signature is wrong.") }
            // The counter may have increased, or the passkey may have been removed, while the signature was verified.
            guard let current = try transaction.passkey(known.credentialID, in: caller.realm), current.publicKey == signer.publicKey,
                let account = try transaction.account(current.account, in: caller.realm)
            else {
                throw PasskeyRefusal(.unknown, "The passkey no longer exists.")
            }
            var used = try assertion.check(as: current, under: challenge)
            if account.disabled { throw SignInError(.userDisabled) }
            used.lastUsedAt = instant
            try transaction.update(used)
            let entry = try sessions.signIn(account, by: .passkey, for: caller, in: transaction)
            try scribe.write(.signIn, entry)
            return .success(entry)
        } catch let refusal as PasskeyRefusal {
            try scribe.write(.signIn, .refused, subject: known?.account, reason: .init(rawValue: refusal.code.rawValue))
            return .failure(refusal.error)
        } catch let error as SignInError {
            try scribe.write(.signIn, .refused, subject: known?.account, reason: error.code)
            return .failure(error)
        }
    }
}
