// Subclasses exist only in this module, and all of them are immutable, so the class is safe although the compiler cannot
// check an open hierarchy.
/// A credential that proves a user's identity to the server: a password, a provider's token, or the result of a web flow.
///
/// As in Firebase, there is no public initializer. Providers create credentials, for example with
/// ``TwitterAuthProvider/credential(withToken:secret:)``.
public class AuthCredential: @unchecked Sendable {
    /// The provider, for example `twitter.com` or `password`.
    public let provider: String

    init(provider: String) {
        self.provider = provider
    }
}

/// An email address and the link that was sent to it.
final class EmailLinkCredential: AuthCredential, @unchecked Sendable {
    let email: String
    let link: String

    init(email: String, link: String) {
        self.email = email
        self.link = link
        super.init(provider: EmailAuthProviderID)
    }
}

/// An email address and a password.
final class EmailPasswordCredential: AuthCredential, @unchecked Sendable {
    let email: String
    let password: String

    init(email: String, password: String) {
        self.email = email
        self.password = password
        super.init(provider: EmailAuthProviderID)
    }
}
