import Foundation

extension CheckedImport {
    /// Merges the import with the existing account. Values that the import does not contain stay unchanged.
    ///
    /// - Parameter keepsPassword: Whether the password stays if the import has no password and the same address.
    func keeping(_ present: Account, _ presentFactors: [SecondFactor], keepsPassword: Bool) -> CheckedImport {
        var wanted = self
        var account = Account(
            id: account.id, realm: account.realm, email: account.email, emailVerified: account.emailVerified,
            initialEmail: account.initialEmail, displayName: account.displayName, photoURL: account.photoURL,
            phoneNumber: account.phoneNumber, screenName: account.screenName, password: account.password,
            passwordUpdatedAt: account.passwordUpdatedAt, customClaims: account.customClaims, customAuth: account.customAuth,
            disabled: account.disabled, emailLinkSignIn: account.emailLinkSignIn, createdAt: source.createdAt ?? present.createdAt,
            lastSignInAt: source.lastSignInAt ?? present.lastSignInAt, lastRefreshAt: present.lastRefreshAt,
            validSince: source.validSince == nil ? present.validSince : account.validSince)
        // A clear-text password gets a new salt at each import, so its hash always differs.
        if source.passwordUpdatedAt == nil, present.password == account.password { account.passwordUpdatedAt = present.passwordUpdatedAt }
        if keepsPassword, account.password == nil, account.email == present.email {
            (account.password, account.passwordUpdatedAt) = (present.password, present.passwordUpdatedAt)
        }
        (account.hasPasskey, account.hasSecondFactor) = (present.hasPasskey, present.hasSecondFactor)
        account.identities = self.account.identities.map { identity in
            guard let same = present.identity(of: identity.key.provider), same.key == identity.key else { return identity }
            var kept = same
            (kept.email, kept.displayName) = (identity.email, identity.displayName)
            (kept.photoURL, kept.screenName) = (identity.photoURL, identity.screenName)
            return kept
        }
        wanted.account = account
        let machines = presentFactors.filter { $0.phoneNumber == nil }
        wanted.factors =
            factors.map { factor in
                let same = presentFactors.first { old in
                    old.phoneNumber == factor.phoneNumber && (old.id == factor.id || !source.factors.contains { $0.id == factor.id })
                }
                guard let same else { return factor }
                return SecondFactor(
                    id: same.id, account: same.account, realm: same.realm, means: same.means, displayName: factor.displayName,
                    enrolledAt: source.factors.contains { $0.enrolledAt == factor.enrolledAt } ? factor.enrolledAt : same.enrolledAt)
            } + machines
        return wanted
    }
}
