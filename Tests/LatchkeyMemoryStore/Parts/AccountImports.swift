import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func replace(_ account: Account, phones: [SecondFactor], removing kinds: Set<CredentialKind>) throws {
        try update(account)
        try checkIdentities(of: account)
        state.accounts[AccountKey(account.id, in: account.realm)] = account.withSortedIdentities
        remove(\.secondFactors) { $0.belongs(to: account.id, in: account.realm) && $0.phoneNumber != nil }
        for kind in kinds.union([.sessions, .pendingSecondFactors, .oneTimeCodes]) {
            try remove(kind, of: account.id, in: account.realm)
        }
        for phone in phones { try insert(phone) }
    }
}

extension Account {
    /// The account with another creation date.
    func created(at date: Date) -> Account {
        var account = Account(
            id: id, realm: realm, email: email, emailVerified: emailVerified, initialEmail: initialEmail, displayName: displayName,
            photoURL: photoURL, phoneNumber: phoneNumber, screenName: screenName, password: password,
            passwordUpdatedAt: passwordUpdatedAt, customClaims: customClaims, customAuth: customAuth, disabled: disabled,
            emailLinkSignIn: emailLinkSignIn, createdAt: date, lastSignInAt: lastSignInAt, lastRefreshAt: lastRefreshAt,
            validSince: validSince, identities: identities)
        (account.hasPasskey, account.hasSecondFactor) = (hasPasskey, hasSecondFactor)
        return account
    }
}
