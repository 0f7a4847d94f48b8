import Foundation
import LatchkeySecrets

/// Applies a signed-in user's changes to their account.
package struct AccountUpdate: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let passwords: PasswordVault
    let codes: CodeIssuer
    let now: WallClock

    package init(
        store: any AccountStore, sessions: Sessions, passwords: PasswordVault, codes: CodeIssuer, now: @escaping WallClock
    ) {
        self.store = store
        self.sessions = sessions
        self.passwords = passwords
        self.codes = codes
        self.now = now
    }

    /// The account after the change, with new tokens if the change ended the caller's session.
    package struct Outcome: Sendable {
        package let account: Account
        package let tokens: IssuedTokens?
    }

    static let newAddressHasToBeVerified = "Please verify the new email before changing email."

    /// Applies a user's changes.
    ///
    /// - Throws: ``SignInError``: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` for address, password, phone and passkeys; `EMAIL_EXISTS`; the errors of
    ///   ``PasswordPolicy/check(_:)``;
    ///   `OPERATION_NOT_ALLOWED` for an address that has to be verified first, and for unlinking the last sign-in method.
    ///   ``TooManyAttempts`` for a new address if the caller's network created many accounts recently.
    package func apply(_ edit: AccountEdit, by holder: SignedInCaller) async throws -> Outcome {
        let project = holder.caller.project
        if edit.changesWayIn {
            try sessions.requireRecentSignIn(holder)
        }
        var caller = holder.caller
        if let email = edit.email, email != holder.account.email {
            // An error for taken addresses would reveal which addresses have accounts.
            if project.protectsAddresses {
                throw SignInError(.operationNotAllowed, message: Self.newAddressHasToBeVerified)
            }
            caller = try await sessions.takingSignUp(caller, for: holder.account.id, by: .password)
        }
        var hash: PasswordHash?
        if let password = edit.password {
            guard project.settings.passwordSignIn || project.policies.isLenient else { throw SignInError(.operationNotAllowed) }
            try project.settings.passwordPolicy.check(password)
            hash = try await passwords.hash(password, for: project, by: holder.hashingClaim)
        }
        let newHash = hash
        do {
            let (account, opened) = try await sessions.asking(caller) { caller in
                try await store.write { try change(edit, newHash: newHash, by: holder, caller, in: $0) }
            }
            let tokens: IssuedTokens? = if let opened { try await sessions.issue(opened) } else { nil }
            return Outcome(account: tokens?.account ?? account, tokens: tokens)
        } catch let conflict as StoreConflict where conflict.subject == .email {
            throw SignInError(.emailExists)
        }
    }

    private func change(
        _ edit: AccountEdit, newHash: PasswordHash?, by holder: SignedInCaller, _ caller: Caller, in transaction: any StoreWriting
    ) throws -> (Account, Sessions.Opened?) {
        let instant = now().inWholeMilliseconds
        let before = try sessions.account(of: holder, in: transaction)
        var account = before
        if let change = edit.displayName { account.displayName = change.text }
        if let change = edit.photoURL { account.photoURL = change.text }
        let policies = caller.project.policies
        var endsSessions = edit.endsTokens
        let addressChange = AddressChange(codes: codes, caller: caller, at: instant, transaction: transaction)
        if let email = edit.email, email != account.email {
            try addressChange.apply(email, emulatorNotifies: holder.method != .anonymous, to: &account)
            endsSessions = true
        }
        if let newHash {
            account.password = newHash
            account.passwordUpdatedAt = instant
            try transaction.endCodesOfOldPassword(of: account.id, for: caller)
            endsSessions = true
        }
        if edit.clearsEmail || edit.unlinking.contains(.password) { try addressChange.apply(nil, to: &account) }
        let removedPasskey = try removePasskeys(edit, from: &account, in: transaction)
        let unlinked = try unlink(edit, from: &account, in: transaction) || removedPasskey
        if edit.clearsPassword { account.password = nil }
        if policies.keepsLastWayIn { try requireWayIn(account, after: edit, had: before) }
        // Sessions that were started with a removed credential may still be active.
        let lost = [
            removedPasskey, before.password != nil && account.password == nil, before.email != nil && account.email == nil,
            before.phoneNumber != nil && account.phoneNumber == nil,
        ]
        if lost.contains(true), policies.endsSessions { endsSessions = true }
        let endsOwn = endsSessions && !edit.onlyUnlinks
        if endsOwn { account.validSince = instant }
        account = try transaction.update(account, after: before, by: .password, for: caller)
        let scribe = EventScribe(transaction: transaction, caller: caller, method: nil, at: instant, actor: account.id.rawValue)
        try scribe.write(unlinked ? .unlink : .update, .allowed, subject: account.id)
        if endsSessions {
            try transaction.endSessions(of: account.id, for: caller, except: endsOwn ? nil : holder.session.id)
        } else if policies.endsSessions {
            let providers = Set(before.identities.map(\.key.provider)).intersection(edit.unlinking)
            try endSessions(of: account, openedBy: providers, except: holder.session.id, in: transaction)
        }
        guard endsOwn else { return (account, nil) }
        // An anonymous account that now has an address and a password is signed in with them.
        let isUpgrade =
            newHash != nil && !policies.endsSessions
            || holder.method == .anonymous && account.email != nil && account.password != nil
        let opened = try sessions.open(
            account, by: isUpgrade ? .password : holder.method, for: caller, authenticatedAt: holder.claims.authenticatedAt,
            replacing: holder.session, claims: holder.session.claims, secondFactor: holder.session.secondFactor, in: transaction)
        return (account, opened)
    }

    /// Ends the sessions that were opened with unlinked providers: an identity may be an attacker's. So do sign-ins that wait for a second
    /// factor.
    private func endSessions(
        of account: Account, openedBy providers: Set<ProviderID>, except kept: SessionID, in transaction: any StoreWriting
    ) throws {
        guard !providers.isEmpty else { return }
        try transaction.remove(.pendingSecondFactors, of: account.id, in: account.realm)
        for session in try transaction.sessions(of: account.id, in: account.realm)
        where providers.contains(session.method) && session.id != kept {
            _ = try transaction.deleteSession(session.id)
        }
    }

    private func unlink(_ edit: AccountEdit, from account: inout Account, in transaction: any StoreWriting) throws -> Bool {
        var changed = false
        for provider in edit.unlinking {
            switch provider {
            case .password:
                changed = changed || account.password != nil
                account.password = nil
            case .phone:
                changed = changed || account.phoneNumber != nil
                account.phoneNumber = nil
            default:
                if try transaction.unlink(provider, from: account.id, in: account.realm) { changed = true }
                account.identities.removeAll { $0.key.provider == provider }
            }
        }
        return changed
    }

    private func removePasskeys(_ edit: AccountEdit, from account: inout Account, in transaction: any StoreWriting) throws -> Bool {
        var removed = false
        for id in edit.removingPasskeys where try transaction.deletePasskey(id, of: account.id, in: account.realm) { removed = true }
        if removed { account.hasPasskey = try !transaction.passkeys(of: account.id, in: account.realm).isEmpty }
        return removed
    }

    /// Refuses to remove the account's last sign-in method.
    private func requireWayIn(_ account: Account, after edit: AccountEdit, had before: Account) throws {
        let removes = !edit.unlinking.isEmpty || edit.clearsEmail || edit.clearsPassword || !edit.removingPasskeys.isEmpty
        guard removes, !before.signInMethods.isEmpty || before.phoneNumber != nil else { return }
        guard account.signInMethods.isEmpty, account.phoneNumber == nil else { return }
        throw SignInError(
            .operationNotAllowed, message: "This is the last way to sign in to the account; link another one before you remove it.")
    }
}

extension AccountEdit.Change {
    var text: String? {
        switch self {
        case .set(let text): text.isEmpty ? nil : text
        case .clear: nil
        }
    }
}
