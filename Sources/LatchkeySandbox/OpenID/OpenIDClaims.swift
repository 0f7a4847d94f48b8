/// The claims about a person for the granted scopes (OpenID Connect Core, section 5.4).
enum OpenIDClaims {
    /// Returns the claims about a person.
    ///
    /// - Parameter base: The scheme and host of the picture's URL.
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
