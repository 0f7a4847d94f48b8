/// A person's account at a provider of the table: what ``OAuth2Rules`` makes of the account at the OpenID provider.
struct MockAccount: Sendable {
    /// The provider's ID, which never changes.
    let id: String
    let name: String
    /// A name without spaces, as in the provider's URLs.
    let handle: String
    let email: String?
    let isEmailVerified: Bool
    let pictureURL: String

    /// - Parameter base: The scheme and host of the picture's URL.
    /// - Returns: `nil` if the person has no account.
    init?(of person: SandboxPerson, rules: OAuth2Rules, base: String) {
        guard let account = person.openID else { return nil }
        id = rules.accountID(account)
        name = person.name
        handle = person.key
        email = account.email
        isEmailVerified = account.isEmailVerified
        pictureURL = "\(base)/sandbox/avatars/\(account.subject).svg"
    }

    /// The last digits of the subject, which differ for each person.
    static func digits(_ account: SandboxOpenIDAccount, count: Int) -> String {
        String(account.subject.suffix(count))
    }

    /// The standard claims (OpenID Connect Core, section 5.4).
    func standardClaims(for scopes: [String]) -> [String: JSON] {
        var claims: [String: JSON] = ["sub": JSON(id)]
        if scopes.contains("email"), let email {
            claims["email"] = JSON(email)
            claims["email_verified"] = .bool(isEmailVerified)
        }
        if scopes.contains("profile") {
            claims["name"] = JSON(name)
            claims["picture"] = JSON(pictureURL)
        }
        return claims
    }
}
