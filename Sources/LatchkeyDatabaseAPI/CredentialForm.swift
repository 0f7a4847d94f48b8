import LatchkeyIdentity

/// What a credential says of itself that it is. It decides alone which check it has to pass.
enum CredentialForm {
    case idToken(String)
    /// A token of version 0, which a secret of the database has signed.
    case legacyToken(String)
    /// A secret itself.
    case secret(String)
    /// A service account's.
    case accessToken(String)

    /// What `auth` of a query may hold: a JWT of either kind, or a secret.
    init(token: String) {
        // What has no parts is no JWT, and letters and digits alone are a secret; the rest fails as an ID token.
        if DatabaseSecret.isFormOfSecret(token) {
            self = .secret(token)
        } else if LegacyToken.isForm(of: token) {
            self = .legacyToken(token)
        } else {
            self = .idToken(token)
        }
    }
}
