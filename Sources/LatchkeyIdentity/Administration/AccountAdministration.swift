public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes, changes and deletes accounts in an administrator's name. Nothing here asks their holders.
public struct AccountAdministration: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let now: WallClock
    let random: RandomTokens

    public init(store: any AccountStore, passwords: PasswordVault, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.passwords = passwords
        self.now = now
        self.random = random
    }

    /// Now, as stores keep it.
    public var instant: Date { now().inWholeMilliseconds }

    /// - Throws: ``SignInError``: `DUPLICATE_LOCAL_ID`, `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `WEAK_PASSWORD`.
    public func create(_ draft: AccountDraft, by caller: Caller, actor: String) async throws -> Account {
        let instant = now().inWholeMilliseconds
        var account = Account(
            id: draft.id ?? AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet)), realm: caller.realm,
            email: draft.email, emailVerified: draft.email != nil && draft.emailVerified, displayName: draft.displayName,
            photoURL: draft.photoURL, phoneNumber: draft.phoneNumber?.text, disabled: draft.disabled, createdAt: instant,
            lastSignInAt: caller.project.policies.creationIsSignIn ? instant : nil)
        if let password = draft.password {
            // An administrator answers for what people are given; the policy asks the people.
            try PasswordPolicy().check(password)
            account.password = try await passwords.hash(password, for: caller.project, by: caller.trustedClaim)
            account.passwordUpdatedAt = instant
        }
        let made = account
        try await namingConflicts {
            try await store.write { transaction in
                // Of several values that are taken, the uid is named first.
                if draft.id != nil, try transaction.account(made.id, in: made.realm) != nil { throw SignInError(.duplicateLocalID) }
                try transaction.insert(made)
                for factor in draft.secondFactors { try transaction.insert(newFactor(factor, of: made, at: instant)) }
                try record(.signUp, made.id, caller, actor, at: instant, in: transaction)
                try transaction.noteMixedScripts(of: made, after: nil, for: caller, actor: actor, at: instant)
            }
        }
        return made
    }

    /// - Parameter check: Looks at the account as it is in the very transaction, and may refuse.
    /// - Throws: ``SignInError``: `USER_NOT_FOUND`, `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `FEDERATED_USER_ID_ALREADY_LINKED`,
    ///   `WEAK_PASSWORD`, `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
    public func update(
        _ id: AccountID, _ revision: AccountRevision, by caller: Caller, actor: String,
        check: @escaping @Sendable (Account) throws -> Void = { _ in }
    ) async throws -> Account {
        let claims = try revision.customClaims.map(DeveloperClaims.checked)
        var hash: PasswordHash?
        if let password = revision.password {
            // An administrator answers for what people are given; the policy asks the people.
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
                // Whoever came in by what is gone may be signed in still.
                var lost = false
                for provider in revision.unlinking where ![.password, .phone].contains(provider) {
                    if try transaction.unlink(provider, from: id, in: caller.realm) { lost = true }
                }
                try transaction.update(account)
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
                    // An administrator may be repairing what a thief did: no code that the thief holds may undo it.
                    try transaction.remove(.oneTimeCodes, of: id, in: caller.realm)
                }
                // Sessions of a disabled account stay, refused, so that a refresh is told USER_DISABLED; enabling it removes them.
                if (endsSessions && !account.disabled) || (before.disabled && !account.disabled) {
                    try transaction.endSessions(of: id, for: caller)
                }
                let kind = revision.unlinking.isEmpty ? AuthEvent.Kind.update : .unlink
                try record(kind, id, caller, actor, revision.deed, at: instant, in: transaction)
                try transaction.noteMixedScripts(of: account, after: before.email, for: caller, actor: actor, at: instant)
                guard let after = try transaction.account(id, in: caller.realm) else { throw SignInError(.userNotFound) }
                return after
            }
        }
    }

    /// Adds telephones as second factors.
    public func enrol(_ factors: [AccountDraft.FactorDraft], for id: AccountID, by caller: Caller, actor: String) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard let account = try transaction.account(id, in: caller.realm) else { throw SignInError(.userNotFound) }
            for factor in factors { try transaction.insert(newFactor(factor, of: account, at: instant)) }
            try record(.enrol, id, caller, actor, at: instant, in: transaction)
        }
    }

    /// - Throws: ``SignInError`` with `USER_NOT_FOUND`.
    public func delete(_ id: AccountID, by caller: Caller, actor: String) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard try transaction.deleteAccount(id, in: caller.realm) else { throw SignInError(.userNotFound) }
            try record(.delete, id, caller, actor, at: instant, in: transaction)
        }
    }

    /// Deletes many, those that are enabled only when forced.
    ///
    /// - Returns: Places of those that were left because they are enabled. Unknown ones are passed over.
    public func delete(_ ids: [AccountID], force: Bool, by caller: Caller, actor: String) async throws -> [Int] {
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            var left: [Int] = []
            for (index, id) in ids.enumerated() {
                guard let account = try transaction.account(id, in: caller.realm) else { continue }
                guard force || account.disabled else {
                    left.append(index)
                    continue
                }
                _ = try transaction.deleteAccount(id, in: caller.realm)
                try record(.delete, id, caller, actor, at: instant, in: transaction)
            }
            return left
        }
    }

    // MARK: Parts

    /// - Returns: Whether whoever is signed in has to be signed out.
    private func revise(
        _ account: inout Account, _ revision: AccountRevision, newHash: PasswordHash?, under policies: AccountPolicies, at instant: Date
    ) -> Bool {
        // What back ends hold, session cookies for instance, must not work again when the account is enabled again.
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
            // A time to come would keep the holder out until then.
            account.validSince = policies.endsSessions ? min(date, instant) : date
            endsSessions = true
        }
        return endsSessions
    }

    /// - Returns: Whether anything changed: sessions of before showed other factors.
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
        _ kind: AuthEvent.Kind, _ id: AccountID, _ caller: Caller, _ actor: String, _ deed: String? = nil, at instant: Date,
        in transaction: any StoreWriting
    ) throws {
        try transaction.append(
            AuthEvent(
                at: instant, realm: caller.realm, kind: kind, outcome: .allowed, actor: actor, subject: id, reason: deed,
                address: caller.client.address))
    }

    /// The store decides what is taken; its answer is turned into the client's.
    private func namingConflicts<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let conflict as StoreConflict {
            switch conflict.subject {
            case .account: throw SignInError(.duplicateLocalID)
            case .email: throw SignInError(.emailExists)
            case .phoneNumber: throw SignInError(.phoneNumberExists)
            case .identity: throw SignInError(.federatedUserIDAlreadyLinked)
            case .other where conflict.detail?.contains("second_factor") == true: throw SignInError(.secondFactorExists)
            default: throw conflict
            }
        }
    }
}
