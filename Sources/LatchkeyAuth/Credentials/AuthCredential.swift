/// What proves to the server who somebody is: a password, a provider's token, or the outcome of a web flow.
///
/// As in Firebase there are no public initialisers; providers make credentials, for example
/// ``TwitterAuthProvider/credential(withToken:secret:)``.
// Subclasses exist in this module only, and neither they nor this class have anything that can change: what the compiler
// cannot see about an open hierarchy holds here.
public class AuthCredential: @unchecked Sendable {
    /// The provider, for example `twitter.com` or `password`.
    public let provider: String

    init(provider: String) {
        self.provider = provider
    }
}

/// An address with the link that was sent to it.
final class EmailLinkCredential: AuthCredential, @unchecked Sendable {
    let email: String
    let link: String

    init(email: String, link: String) {
        self.email = email
        self.link = link
        super.init(provider: EmailAuthProviderID)
    }
}

/// An address with its password.
final class EmailPasswordCredential: AuthCredential, @unchecked Sendable {
    let email: String
    let password: String

    init(email: String, password: String) {
        self.email = email
        self.password = password
        super.init(provider: EmailAuthProviderID)
    }
}
