import LatchkeyIdentity

/// The kind of a credential, determined from its form alone. It decides which check the credential has to pass.
enum CredentialForm {
    case idToken(String)
    /// A version 0 token, signed with a database secret.
    case legacyToken(String)
    /// A database secret.
    case secret(String)
    /// The access token of a service account.
    case accessToken(String)

    /// Classifies the `auth` query parameter, which can be an ID token, a version 0 token or a database secret.
    init(token: String) {
        // Anything else is checked as an ID token, and fails there if it is not one.
        if DatabaseSecret.isFormOfSecret(token) {
            self = .secret(token)
        } else if LegacyToken.isForm(of: token) {
            self = .legacyToken(token)
        } else {
            self = .idToken(token)
        }
    }
}
