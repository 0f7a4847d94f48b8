/// What the OpenID provider says about a person, as far as the scopes go (OpenID Connect Core, section 5.4).
enum OpenIDClaims {
    /// - Parameter base: Scheme and host of the picture's address.
    static func about(
        _ account: SandboxOpenIDAccount, name: String, scopes: [String], base: String
    ) -> [String: JSON] {
        var claims: [String: JSON] = ["sub": JSON(account.subject)]
        if scopes.contains("email"), let email = account.email {
            claims["email"] = JSON(email)
            claims["email_verified"] = .bool(account.isEmailVerified)
        }
        if scopes.contains("profile") {
            claims["name"] = JSON(name)
            claims["picture"] = JSON("\(base)/sandbox/avatars/\(account.subject).svg")
        }
        return claims
    }
}
