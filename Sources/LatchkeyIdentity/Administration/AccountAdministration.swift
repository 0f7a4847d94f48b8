package import Foundation
package import LatchkeySecrets

/// Creates, changes and deletes accounts on behalf of an administrator, without the account holder's confirmation.
package struct AccountAdministration: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let now: WallClock
    let random: RandomTokens

    package init(store: any AccountStore, passwords: PasswordVault, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.passwords = passwords
        self.now = now
        self.random = random
    }

    /// The current time, in the whole milliseconds that stores keep.
    package var instant: Date { now().inWholeMilliseconds }

    /// Creates an account.
    ///
    /// - Throws: ``SignInError``: `DUPLICATE_LOCAL_ID`, `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `WEAK_PASSWORD`.
    package func create(_ draft: AccountDraft, by caller: Caller, actor: String) async throws -> Account {
        let instant = now().inWholeMilliseconds
        var account = Account(
            id: draft.id ?? AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet)), realm: caller.realm,
            email: draft.email, emailVerified: draft.email != nil && draft.emailVerified, displayName: draft.displayName,
            photoURL: draft.photoURL, phoneNumber: draft.phoneNumber?.text, disabled: draft.disabled, createdAt: instant,
            lastSignInAt: caller.project.policies.creationIsSignIn ? instant : nil)
        if let password = draft.password {
            // The project's password policy applies to users only. Administrators get the default checks.
            try PasswordPolicy().check(password)
            account.password = try await passwords.hash(password, for: caller.project, by: caller.trustedClaim)
            account.passwordUpdatedAt = instant
        }
        let made = account
        if let id = draft.id { try await store.requireErased([id], in: made.realm.project) }
        try await namingConflicts {
            try await store.write { transaction in
                // If several values are taken, the error names the uid first.
                if draft.id != nil, try transaction.account(made.id, in: made.realm) != nil { throw SignInError(.duplicateLocalID) }
                try transaction.insert(made)
                for factor in draft.secondFactors { try transaction.insert(newFactor(factor, of: made, at: instant)) }
                try record(.signUp, made.id, caller, actor, at: instant, in: transaction)
                try transaction.noteMixedScripts(of: made, after: nil, for: caller, actor: actor, at: instant)
            }
        }
        return made
    }

    /// Changes an account.
    ///
    /// - Parameter check: Inspects the current account inside the transaction; throws to refuse the change.
    /// - Throws: ``SignInError``: `USER_NOT_FOUND`, `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `FEDERATED_USER_ID_ALREADY_LINKED`,
    ///   `WEAK_PASSWORD`, `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
    package func update(
        _ id: AccountID, _ revision: AccountRevision, by caller: Caller, actor: String,
        check: @escaping @Sendable (Account) throws -> Void = { _ in }
    ) async throws -> Account {
        let claims = try revision.customClaims.map(DeveloperClaims.checked)
        var hash: PasswordHash?
        if let password = revision.password {
            // The project's password policy applies to users only. Administrators get the default checks.
            try PasswordPolicy().check(password)
            hash = try await passwords.hash(password, for: caller.project, by: caller.trustedClaim)
        }
        let newHash = hash
        return try await namingConflicts {
            try await store.write { transaction in
                let instant = now().inWholeMilliseconds
                guard let before = try transaction.account(id, in: caller.realm) else { throw SignInError(.userNotFound) }
                try check(before)
                var account = before
                if let change = revision.displayName { account.displayName = change.text }
                if let change = revision.photoURL { account.photoURL = change.text }
                if let claims { account.customClaims = claims }
                if let date = revision.lastSignInAt { account.lastSignInAt = date }
                let policies = caller.project.policies
                var endsSessions = revise(&account, revision, newHash: newHash, under: policies, at: instant)
                // Sessions that were started with a removed credential may still be active.
                var lost = false
                for provider in revision.unlinking where ![.password, .phone].contains(provider) {
                    if try transaction.unlink(provider, from: id, in: caller.realm) { lost = true }
                }
                try transaction.update(account)
                try transaction.revise(revision.deletion, of: account, from: before)
                if let identity = revision.linking { try transaction.link(identity, to: id, in: caller.realm) }
                if let factors = revision.secondFactors, try replaceFactors(of: account, with: factors, at: instant, in: transaction) {
                    lost = true
                }
                for passkey in revision.removingPasskeys where try transaction.deletePasskey(passkey, of: id, in: caller.realm) {
                    lost = true
                }
                if lost, policies.endsSessions {
                    endsSessions = true
                    if revision.validSince == nil { account.validSince = instant }
                    try transaction.update(account)
                }
                if endsSessions, policies.endsSessions {
                    // The administrator may be repairing a takeover: no code that the attacker holds may undo the change.
                    try transaction.remove(.oneTimeCodes, of: id, in: caller.realm)
                }
                // Sessions of a disabled account stay, so that a refresh fails with USER_DISABLED. Enabling the account removes them.
                if (endsSessions && !account.disabled) || (before.disabled && !account.disabled) {
                    try transaction.endSessions(of: id, for: caller)
                }
                let kind = revision.unlinking.isEmpty ? AuthEvent.Kind.update : .unlink
                try record(kind, id, caller, actor, revision.action, at: instant, in: transaction)
                try transaction.noteMixedScripts(of: account, after: before.email, for: caller, actor: actor, at: instant)
                guard let after = try transaction.account(id, in: caller.realm) else { throw SignInError(.userNotFound) }
                return after
            }
        }
    }

    /// Adds phone numbers as second factors.
    package func enrol(_ factors: [AccountDraft.FactorDraft], for id: AccountID, by caller: Caller, actor: String) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard let account = try transaction.account(id, in: caller.realm) else { throw SignInError(.userNotFound) }
            for factor in factors { try transaction.insert(newFactor(factor, of: account, at: instant)) }
            try record(.enrol, id, caller, actor, at: instant, in: transaction)
        }
    }

    /// Deletes an account.
    ///
    /// - Throws: ``SignInError`` with `USER_NOT_FOUND`.
    package func delete(_ id: AccountID, by caller: Caller, actor: String) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard let pseudonym = try transaction.erase(id, in: caller.realm, at: instant, random: random) else {
                throw SignInError(.userNotFound)
            }
            try record(.delete, pseudonym, caller, actor, at: instant, in: transaction)
        }
    }

    /// Deletes several accounts. Enabled accounts are deleted only with `force`.
    ///
    /// - Returns: The indices of the accounts that were not deleted because they are enabled. Unknown ids are ignored.
    package func delete(_ ids: [AccountID], force: Bool, by caller: Caller, actor: String) async throws -> [Int] {
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            var left: [Int] = []
            for (index, id) in ids.enumerated() {
                guard let account = try transaction.account(id, in: caller.realm) else { continue }
                guard force || account.disabled else {
                    left.append(index)
                    continue
                }
                // All accounts together change as many events as one.
                let limit = max(1, AccountErasure.batch / ids.count)
                guard let pseudonym = try transaction.erase(id, in: caller.realm, at: instant, random: random, limit: limit) else {
                    continue
                }
                try record(.delete, pseudonym, caller, actor, at: instant, in: transaction)
            }
            return left
        }
    }

    /// Records that all accounts of a realm are exported. Called before the first account is read.
    ///
    /// - Parameter what: What is exported besides the accounts, or instead of them.
    package func recordExport(of realm: Realm, _ what: String? = nil, by author: ActAuthor) async throws {
        try await store.record(AdministrativeAct(.exportAccounts, in: realm, what), by: author, at: now())
    }

    /// Records that everything that is stored about one account is exported.
    package func recordExport(of account: AccountID, in realm: Realm, by author: ActAuthor) async throws {
        let act = AdministrativeAct(.exportAccounts, in: realm, subject: account, "data of the account")
        try await store.record(act, by: author, at: now())
    }

    // MARK: Parts

    /// Applies a revision to an account in memory.
    ///
    /// - Returns: Whether the account's sessions have to end.
    private func revise(
        _ account: inout Account, _ revision: AccountRevision, newHash: PasswordHash?, under policies: AccountPolicies, at instant: Date
    ) -> Bool {
        // Credentials that back ends hold, such as session cookies, must not become valid again when the account is enabled again.
        var endsSessions = policies.endsSessions && revision.disabled == true && !account.disabled
        account.disabled = revision.disabled ?? account.disabled
        if let email = revision.email, email != account.email {
            account.initialEmail = account.initialEmail ?? account.email
            account.email = email
            account.emailVerified = false
            if policies.limitsCodes { account.emailLinkSignIn = false }
            endsSessions = true
        }
        if let verified = revision.emailVerified { account.emailVerified = verified && account.email != nil }
        if let newHash {
            account.password = newHash
            account.passwordUpdatedAt = instant
            endsSessions = true
        }
        if let number = revision.phoneNumber, number.text != account.phoneNumber {
            endsSessions = endsSessions || account.phoneNumber != nil && policies.endsSessions
            account.phoneNumber = number.text
        }
        let unlinksPassword = revision.unlinking.contains(.password)
        if revision.clearsEmail || unlinksPassword {
            endsSessions = endsSessions || account.email != nil && policies.endsSessions
            account.email = nil
            account.emailVerified = false
            account.emailLinkSignIn = false
        }
        if revision.clearsPassword || unlinksPassword {
            endsSessions = endsSessions || account.password != nil && policies.endsSessions
            account.password = nil
            account.passwordUpdatedAt = nil
        }
        if revision.unlinking.contains(.phone) {
            endsSessions = endsSessions || account.phoneNumber != nil && policies.endsSessions
            account.phoneNumber = nil
        }
        if endsSessions { account.validSince = instant }
        if let date = revision.validSince {
            // A time in the future would lock the user out until then.
            account.validSince = policies.endsSessions ? min(date, instant) : date
            endsSessions = true
        }
        return endsSessions
    }

    /// Replaces the account's second factors.
    ///
    /// - Returns: Whether factors were added or removed. Sessions from before then show outdated factors.
    private func replaceFactors(
        of account: Account, with kept: [AccountRevision.Factor], at instant: Date, in transaction: any StoreWriting
    ) throws -> Bool {
        let present = try transaction.secondFactors(of: account.id, in: account.realm)
        func stays(_ factor: SecondFactor) -> Bool {
            kept.contains { $0.id == factor.id && ($0.phoneNumber == nil || $0.phoneNumber == factor.phoneNumber) }
        }
        let staying = present.filter(stays)
        for factor in staying {
            guard let given = kept.first(where: { $0.id == factor.id }) else { continue }
            let (name, date) = (given.displayName ?? factor.displayName, given.enrolledAt ?? factor.enrolledAt)
            guard name != factor.displayName || date != factor.enrolledAt else { continue }
            _ = try transaction.deleteSecondFactor(factor.id, of: account.id, in: account.realm)
            try transaction.insert(
                SecondFactor(
                    id: factor.id, account: account.id, realm: account.realm, means: factor.means, displayName: name, enrolledAt: date))
        }
        for factor in present where !stays(factor) {
            _ = try transaction.deleteSecondFactor(factor.id, of: account.id, in: account.realm)
        }
        for factor in kept where !staying.contains(where: { $0.id == factor.id }) {
            guard let number = factor.phoneNumber else { throw SignInError(.mfaEnrollmentNotFound) }
            try transaction.insert(
                SecondFactor(
                    id: factor.id, account: account.id, realm: account.realm, means: .phone(number), displayName: factor.displayName,
                    enrolledAt: factor.enrolledAt ?? instant))
        }
        if kept.isEmpty { try transaction.replaceRecoveryCodes([], of: account.id, in: account.realm) }
        return staying.count != present.count || staying.count != kept.count
    }

    private func newFactor(_ draft: AccountDraft.FactorDraft, of account: Account, at instant: Date) -> SecondFactor {
        SecondFactor(
            id: random.text(length: AccountID.length, from: AccountID.alphabet), account: account.id, realm: account.realm,
            means: .phone(draft.phoneNumber), displayName: draft.displayName, enrolledAt: instant)
    }

    private func record(
        _ kind: AuthEvent.Kind, _ id: AccountID, _ caller: Caller, _ actor: String, _ action: String? = nil, at instant: Date,
        in transaction: any StoreWriting
    ) throws {
        try transaction.append(
            AuthEvent(
                at: instant, realm: caller.realm, kind: kind, outcome: .allowed, actor: actor, subject: id, reason: action,
                address: caller.client.address))
    }

    /// Runs a body and translates the store's conflicts into the client's error codes.
    private func namingConflicts<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let conflict as StoreConflict {
            switch conflict.subject {
            case .account: throw SignInError(.duplicateLocalID)
            case .email: throw SignInError(.emailExists)
            case .phoneNumber: throw SignInError(.phoneNumberExists)
            case .identity: throw SignInError(.federatedUserIDAlreadyLinked)
            case .secondFactor: throw SignInError(.secondFactorExists)
            default: throw conflict
            }
        }
    }
}
