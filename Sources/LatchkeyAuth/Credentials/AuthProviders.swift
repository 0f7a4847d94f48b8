/// The provider id of email addresses with a password.
public let EmailAuthProviderID = "password"
/// The provider id of Twitter (X).
public let TwitterAuthProviderID = "twitter.com"
/// The provider id of GitHub.
public let GitHubAuthProviderID = "github.com"
/// The provider id of Facebook.
public let FacebookAuthProviderID = "facebook.com"
/// The provider id of Google.
public let GoogleAuthProviderID = "google.com"

/// A namespace for creating credentials from an email address and a password or a sign-in link.
public enum EmailAuthProvider {
    /// The provider id, `password`.
    public static let id = EmailAuthProviderID

    /// Creates a credential from an email address and a password.
    public static func credential(withEmail email: String, password: String) -> AuthCredential {
        EmailPasswordCredential(email: email, password: password)
    }

    /// Creates a credential from an email address and the link that was sent to it.
    public static func credential(withEmail email: String, link: String) -> AuthCredential {
        EmailLinkCredential(email: email, link: link)
    }
}

/// A namespace for creating credentials from Twitter's OAuth 1.0a access tokens.
///
/// The server verifies the token with its own consumer key, so it rejects tokens of other apps.
public enum TwitterAuthProvider {
    /// The provider id, `twitter.com`.
    public static let id = TwitterAuthProviderID

    /// Creates a credential from an access token and its secret.
    public static func credential(withToken token: String, secret: String) -> AuthCredential {
        OAuthCredential(providerID: TwitterAuthProviderID, accessToken: token, secret: secret)
    }
}

/// A namespace for creating credentials from GitHub's access tokens.
///
/// The server asks GitHub whether the token was issued to its own OAuth app, so it rejects personal access tokens.
public enum GitHubAuthProvider {
    /// The provider id, `github.com`.
    public static let id = GitHubAuthProviderID

    /// Creates a credential from an access token.
    public static func credential(withToken token: String) -> AuthCredential {
        OAuthCredential(providerID: GitHubAuthProviderID, accessToken: token)
    }
}

/// A namespace for creating credentials from Facebook's access tokens.
///
/// The server asks Facebook whether the token was issued to its own app, so it rejects tokens of other apps.
public enum FacebookAuthProvider {
    /// The provider id, `facebook.com`.
    public static let id = FacebookAuthProviderID

    /// Creates a credential from an access token.
    public static func credential(withAccessToken accessToken: String) -> AuthCredential {
        OAuthCredential(providerID: FacebookAuthProviderID, accessToken: accessToken)
    }
}

/// A namespace for creating credentials from Google's tokens.
///
/// The server accepts tokens that were issued to its own client or to a client that the operator listed as accepted.
public enum GoogleAuthProvider {
    /// The provider id, `google.com`.
    public static let id = GoogleAuthProviderID

    /// Creates a credential from an ID token and an access token.
    public static func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
        OAuthCredential(providerID: GoogleAuthProviderID, accessToken: accessToken, idToken: idToken)
    }
}
