import LatchkeyIdentity
import LatchkeySignInPages

/// A sign-in method or second factor of an account, as a row of its page.
struct UserMeans {
    let name: String
    /// What tells it apart from others of its kind: a name, an address or a number.
    let label: String
    /// The user ID at a provider; empty for other methods.
    let rawID: String
    let since: ShownDate?

    private init(_ name: String, _ label: String = "", rawID: String = "", since: ShownDate? = nil) {
        (self.name, self.label, self.rawID, self.since) = (name, label, rawID, since)
    }

    static func all(of account: Account, passkeys: [Passkey], factors: [SecondFactor]) -> [UserMeans] {
        var rows: [UserMeans] = []
        if account.password != nil {
            rows.append(UserMeans("Password", account.email?.text ?? "", since: account.passwordUpdatedAt.map { ShownDate($0) }))
        }
        if account.emailLinkSignIn { rows.append(UserMeans("E-mail link", account.email?.text ?? "")) }
        if let number = account.phoneNumber { rows.append(UserMeans("Phone", number)) }
        rows += passkeys.map { UserMeans("Passkey", $0.name, since: ShownDate($0.createdAt)) }
        rows += account.identities.map { identity in
            let label = identity.screenName.map { "@" + $0 } ?? identity.displayName ?? identity.email?.text ?? ""
            return UserMeans(
                identity.key.provider.displayName, label, rawID: identity.key.rawID, since: ShownDate(identity.linkedAt))
        }
        if account.customAuth { rows.append(UserMeans("Custom token")) }
        if account.isAnonymous { rows.append(UserMeans("Anonymous")) }
        rows += factors.map { factor in
            let means = factor.phoneNumber?.text ?? "authenticator app"
            return UserMeans(
                "Second factor", means + (factor.displayName.map { " “\($0)”" } ?? ""), since: ShownDate(factor.enrolledAt))
        }
        return rows
    }
}
