import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func account(_ id: AccountID, in realm: Realm) throws -> Account? {
        state.accounts[AccountKey(id, in: realm)].map(reading)
    }

    func account(withEmail email: EmailAddress, in realm: Realm) throws -> Account? {
        try first(in: realm) { $0.email == email }
    }

    func account(withPhoneNumber number: PhoneNumber, in realm: Realm) throws -> Account? {
        try first(in: realm) { $0.phoneNumber == number.text }
    }

    func account(linkedTo identity: IdentityKey, in realm: Realm) throws -> Account? {
        try first(in: realm) { $0.identities.contains { $0.key.isIdentical(to: identity) } }
    }

    func accounts(withIdentityEmail email: EmailAddress, in realm: Realm) throws -> [Account] {
        Array(accounts(in: realm) { $0.identities.contains { $0.email == email } }.prefix(100))
    }

    func accounts(in realm: Realm, after last: AccountID?, limit: Int) throws -> [Account] {
        Array(accounts(in: realm) { (last?.rawValue ?? "").precedes($0.id.rawValue) }.prefix(max(0, limit)))
    }

    func identityCount(of provider: ProviderID, in realm: Realm, outsideOrigin origin: String) throws -> Int {
        accounts(in: realm) { _ in true }.flatMap(\.identities).count { $0.key.provider == provider && $0.key.origin != origin }
    }

    func pendingEntries(of account: AccountID, in realm: Realm) throws -> [PendingEntry] {
        let entries =
            state.oneTimeCodes.of(account, in: realm).map {
                PendingEntry(kind: "code " + $0.kind.rawValue, createdAt: $0.createdAt, expiresAt: $0.expiresAt)
            }
            + state.pendingSecondFactors.of(account, in: realm).map {
                PendingEntry(kind: "second_factor", createdAt: $0.createdAt, expiresAt: $0.expiresAt)
            }
            + state.pendingCredentials.of(account, in: realm).map {
                PendingEntry(kind: "credential", createdAt: nil, expiresAt: $0.expiresAt)
            }
            + state.totpEnrollments.of(account, in: realm).map {
                PendingEntry(kind: "totp_enrolment", createdAt: nil, expiresAt: $0.expiresAt)
            }
            + state.passkeyChallenges.of(account, in: realm).map {
                PendingEntry(kind: "passkey_enrolment", createdAt: nil, expiresAt: $0.expiresAt)
            }
        return entries.sorted { ($0.expiresAt, $0.kind) < ($1.expiresAt, $1.kind) }
    }

    func insert(_ account: Account) throws {
        try requireProject(account.realm.project)
        let key = AccountKey(account.id, in: account.realm)
        try require(state.accounts[key] == nil, .account, "the uid is taken")
        try require(try !hasErasure(of: account.id, in: account.realm.project), .account, "data of a deleted account is left")
        try check(account)
        try checkIdentities(of: account)
        state.accounts[key] = account.withSortedIdentities
        countUse(of: account)
    }

    func update(_ account: Account) throws {
        let key = AccountKey(account.id, in: account.realm)
        guard let stored = state.accounts[key] else { throw conflict(.account, "no such account to update") }
        try check(account)
        var changed = account.created(at: stored.createdAt)
        changed.identities = stored.identities
        state.accounts[key] = changed
        if changed.lastUse != stored.lastUse { countUse(of: changed) }
        if account.disabled { try remove(.oneTimeCodes, of: account.id, in: account.realm) }
    }

    func deleteAccount(_ id: AccountID, in realm: Realm) throws -> Bool {
        guard state.accounts.removeValue(forKey: AccountKey(id, in: realm)) != nil else { return false }
        for kind in CredentialKind.allCases { try remove(kind, of: id, in: realm) }
        _ = try cancelDeletion(of: id, in: realm)
        return true
    }

    func takeLegacyNumber(in project: ProjectID, skippingTaken: Bool) throws -> Int {
        try requireProject(project)
        let known = state.lastLegacyNumbers[project]
        let taken = known == nil || skippingTaken ? highestLegacyNumber(in: project) : 0
        let number = max(known ?? 0, taken) + 1
        state.lastLegacyNumbers[project] = number
        return number
    }

    /// The highest number of a uid such as `simplelogin:7`. Longer numbers were not assigned by this counter.
    private func highestLegacyNumber(in project: ProjectID) -> Int {
        let prefix = "simplelogin:"
        let uids = state.accounts.values.filter { $0.realm.project == project }.map(\.id.rawValue)
        return uids.filter { $0.hasPrefix(prefix) && $0.count <= 27 }.compactMap { Int($0.dropFirst(prefix.count)) }.max() ?? 0
    }

    /// The accounts of a realm that meet a condition, sorted by uid.
    func accounts(in realm: Realm, where condition: (Account) -> Bool) -> [Account] {
        state.accounts.values.filter { $0.realm == realm && condition($0) }.sorted { $0.id.rawValue.precedes($1.id.rawValue) }
            .map(reading)
    }

    private func first(in realm: Realm, where condition: (Account) -> Bool) throws -> Account? {
        state.accounts.values.first { $0.realm == realm && condition($0) }.map(reading)
    }

    private func reading(_ account: Account) -> Account {
        var account = account
        account.hasPasskey = !state.passkeys.of(account.id, in: account.realm).isEmpty
        account.hasSecondFactor = !state.secondFactors.of(account.id, in: account.realm).isEmpty
        return account
    }

    /// Checks the constraints of an account without its identities.
    private func check(_ account: Account) throws {
        let others = state.accounts.values.filter { $0.realm == account.realm && !$0.id.rawValue.equals(account.id.rawValue) }
        if let email = account.email { try require(!others.contains { $0.email == email }, .email, "the address is taken") }
        if let number = account.phoneNumber {
            try require(!others.contains { $0.phoneNumber == number }, .phoneNumber, "the phone number is taken")
        }
        try require(account.email != nil || !account.emailVerified, .other, "only an address is verified")
        if let claims = account.customClaims {
            try require(claims.hasPrefix("{") && claims.count > 1 && claims.hasSuffix("}"), .other, "claims are an object")
        }
    }
}
