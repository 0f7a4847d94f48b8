import Foundation
package import LatchkeySecrets

/// Adds passkeys to the account of a signed-in user (`accounts/passkeyEnrollment`).
package struct PasskeyEnrollment: Sendable {
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

    /// Starts an enrollment.
    ///
    /// - Throws: ``SignInError``: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, because a passkey outlives the session that adds it;
    ///   `OPERATION_NOT_ALLOWED` for an account with the maximum number of passkeys.
    package func start(_ holder: SignedInCaller, at relyingParty: RelyingParty) async throws -> PasskeyEnrollmentOffer {
        let text = PasskeyChallenge.newText(random)
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let account = try recentlyProvedAccount(of: holder, in: transaction)
            let present = try transaction.passkeys(of: account.id, in: account.realm)
            guard present.count < Passkey.maxPerAccount else { throw Self.tooMany }
            try transaction.removeExpired(at: instant)
            try transaction.insert(
                PasskeyChallenge(
                    id: PasskeyChallenge.fingerprint(ofText: text), realm: account.realm, purpose: .enrollment, account: account.id,
                    relyingParty: relyingParty, expiresAt: instant.addingTimeInterval(PasskeyChallenge.lifetimeSeconds)))
            return PasskeyEnrollmentOffer(
                offer: PasskeyOffer(relyingParty: relyingParty, challenge: text), userHandle: Passkey.userHandle(of: account.id),
                account: account, present: present)
        }
    }

    /// Finishes an enrollment.
    ///
    /// - Returns: A session that includes the passkey. An anonymous account becomes permanent.
    /// - Throws: ``SignInError``: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `INVALID_AUTHENTICATOR_RESPONSE`, `CREDENTIAL_ALREADY_IN_USE`,
    ///   `OPERATION_NOT_ALLOWED`, `BLOCKING_FUNCTION_ERROR_RESPONSE`.
    package func finish(_ registration: PasskeyRegistration, name: String?, by holder: SignedInCaller) async throws -> IssuedTokens {
        let outcome = try await sessions.asking(holder.caller) { caller in
            try await store.write { try add(registration, name: name, by: holder, caller, in: $0) }
        }
        // Not thrown inside the transaction, so that a challenge stays used after a failed attempt.
        return try await sessions.issue(try outcome.get())
    }

    private func add(
        _ registration: PasskeyRegistration, name: String?, by holder: SignedInCaller, _ caller: Caller, in transaction: any StoreWriting
    ) throws -> Result<Sessions.Opened, SignInError> {
        let instant = now().inWholeMilliseconds
        let before = try recentlyProvedAccount(of: holder, in: transaction)
        var account = before
        let scribe = EventScribe(
            transaction: transaction, caller: caller, method: .passkey, at: instant, actor: account.id.rawValue)
        guard
            let challenge = try transaction.takePasskeyChallenge(
                registration.clientData.challenge, for: .enrollment, of: account.id, in: account.realm, at: instant)
        else {
            return .failure(PasskeyChallenge.gone.error)
        }
        do {
            try registration.check(against: challenge)
            guard try transaction.passkeys(of: account.id, in: account.realm).count < Passkey.maxPerAccount else { throw Self.tooMany }
            let passkey = passkey(registration, name: name, account: account, under: challenge, at: instant)
            do {
                try transaction.attempt { try transaction.insert(passkey) }
            } catch let conflict as StoreConflict where conflict.subject == .passkey {
                throw SignInError(.credentialAlreadyInUse)
            }
        } catch let refusal as PasskeyRefusal {
            try scribe.write(.link, .refused, subject: account.id, reason: .init(rawValue: refusal.code.rawValue))
            return .failure(refusal.error)
        } catch let error as SignInError {
            try scribe.write(.link, .refused, subject: account.id, reason: error.code)
            return .failure(error)
        }
        // A new sign-in method proves nothing about the existing ones. Only an anonymous account had none.
        let earlier = account.isAnonymous ? nil : holder.claims.authenticatedAt
        account.hasPasskey = true
        account = try transaction.update(account, after: before, by: .passkey, for: caller)
        let opened = try sessions.open(
            account, by: .passkey, for: caller, authenticatedAt: earlier, replacing: holder.session, claims: holder.session.claims,
            secondFactor: holder.session.secondFactor, in: transaction)
        try scribe.write(.link, .allowed, subject: account.id, session: opened.session.id)
        return .success(opened)
    }

    private func passkey(
        _ registration: PasskeyRegistration, name: String?, account: Account, under challenge: PasskeyChallenge, at instant: Date
    ) -> Passkey {
        let named = [name, account.displayName].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? Passkey.unnamed
        let flags = registration.authenticatorData.flags
        return Passkey(
            credentialID: registration.credential.credentialID, realm: account.realm, account: account.id,
            relyingPartyID: challenge.relyingParty.id, publicKey: registration.credential.publicKey,
            counter: registration.authenticatorData.counter, transports: registration.transports,
            aaguid: registration.credential.aaguid, backupEligible: flags.contains(.backupEligible),
            backedUp: flags.contains(.backedUp),
            name: String(String.UnicodeScalarView(named.unicodeScalars.prefix(Passkey.maxNameCharacters))),
            createdAt: instant)
    }

    /// Returns the account after a check for a recent sign-in, which is omitted for accounts that cannot sign in again.
    private func recentlyProvedAccount(of holder: SignedInCaller, in transaction: any StoreWriting) throws -> Account {
        let account = try sessions.account(of: holder, in: transaction)
        if account.hasWayIn { try sessions.requireRecentSignIn(holder) }
        return account
    }

    private static let tooMany = SignInError(
        .operationNotAllowed, message: "An account has at most \(Passkey.maxPerAccount) passkeys; remove one first.")
}
