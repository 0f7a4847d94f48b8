import Foundation
package import LatchkeyIdentity
package import LatchkeyWire

extension UserInfo {
    /// Creates the account holder's view of an account. A placeholder replaces the password hash.
    package init(_ account: Account, passkeys: [Passkey] = []) {
        self.init(
            localId: account.id.rawValue, email: account.email?.text, emailVerified: account.email == nil ? nil : account.emailVerified,
            displayName: account.displayName, photoUrl: account.photoURL, phoneNumber: account.phoneNumber,
            passwordHash: account.password == nil ? nil : Self.redactedHash,
            passwordUpdatedAt: account.passwordUpdatedAt.map { Double($0.millisecondsSince1970) },
            validSince: String(account.validSince.secondsSince1970), createdAt: String(account.createdAt.millisecondsSince1970),
            lastLoginAt: account.lastSignInAt.map { String($0.millisecondsSince1970) },
            lastRefreshAt: account.lastRefreshAt?.rfc3339,
            disabled: account.disabled ? true : nil, customAuth: account.customAuth ? true : nil, customAttributes: account.customClaims,
            providerUserInfo: ProviderUserInfo.all(of: account),
            passkeyInfo: passkeys.isEmpty ? nil : passkeys.map(PasskeyInfo.init), initialEmail: account.initialEmail?.text,
            emailLinkSignin: account.emailLinkSignIn ? true : nil,
            tenantId: account.realm.tenant == .none ? nil : account.realm.tenant.rawValue, screenName: account.screenName)
    }

    /// "REDACTED" in Base64, as Google sends it.
    package static let redactedHash = "UkVEQUNURUQ="
}

extension ProviderUserInfo {
    /// Returns the identities of an account and the entries that Firebase derives from its email address and phone number, in the order
    /// in which they were added, as far as it is known; `nil` if there are none.
    package static func all(of account: Account) -> [ProviderUserInfo]? {
        var entries = account.identities.map { identity in
            ProviderUserInfo(
                providerId: identity.key.provider.rawValue, rawId: identity.key.rawID, federatedId: identity.key.rawID,
                email: identity.email?.text, displayName: identity.displayName, photoUrl: identity.photoURL,
                screenName: identity.screenName)
        }
        if let password = password(of: account) {
            // An account that was not created by a provider had its password first.
            let isFromProvider = account.identities.contains { $0.linkedAt <= account.createdAt }
            entries.insert(password, at: isFromProvider ? entries.count : 0)
        }
        if let number = account.phoneNumber {
            entries.append(ProviderUserInfo(providerId: ProviderID.phone.rawValue, rawId: number, phoneNumber: number))
        }
        return entries.isEmpty ? nil : entries
    }

    private static func password(of account: Account) -> ProviderUserInfo? {
        guard let email = account.email?.text, account.password != nil || account.emailLinkSignIn else { return nil }
        return ProviderUserInfo(
            providerId: ProviderID.password.rawValue, rawId: email, federatedId: email, email: email, displayName: account.displayName,
            photoUrl: account.photoURL)
    }
}
