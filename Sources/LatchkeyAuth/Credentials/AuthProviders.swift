/// The provider id of addresses with a password.
public let EmailAuthProviderID = "password"
/// The provider id of Twitter (X).
public let TwitterAuthProviderID = "twitter.com"
/// The provider id of GitHub.
public let GitHubAuthProviderID = "github.com"
/// The provider id of Google.
public let GoogleAuthProviderID = "google.com"

/// Makes credentials of an address with its password, or with a link that was sent to it.
public enum EmailAuthProvider {
    /// The provider id, `password`.
    public static let id = EmailAuthProviderID

    /// A credential of an address with its password.
    public static func credential(withEmail email: String, password: String) -> AuthCredential {
        EmailPasswordCredential(email: email, password: password)
    }

    /// A credential of an address with the link that was sent to it.
    public static func credential(withEmail email: String, link: String) -> AuthCredential {
        EmailLinkCredential(email: email, link: link)
    }
}

/// Makes credentials of Twitter's OAuth 1.0a access tokens.
///
/// The server checks the token with its own consumer key: a token of another app is refused.
public enum TwitterAuthProvider {
    /// The provider id, `twitter.com`.
    public static let id = TwitterAuthProviderID

    /// A credential of an access token with its secret.
    public static func credential(withToken token: String, secret: String) -> AuthCredential {
        OAuthCredential(providerID: TwitterAuthProviderID, accessToken: token, secret: secret)
    }
}

/// Makes credentials of GitHub's access tokens.
///
/// The server asks GitHub whether the token was issued to its own OAuth app: a personal access token is refused.
public enum GitHubAuthProvider {
    /// The provider id, `github.com`.
    public static let id = GitHubAuthProviderID

    /// A credential of an access token.
    public static func credential(withToken token: String) -> AuthCredential {
        OAuthCredential(providerID: GitHubAuthProviderID, accessToken: token)
    }
}

/// Makes credentials of what Google gives an app.
///
/// The server accepts tokens that were issued to its own client, or to one that its operator listed as accepted.
public enum GoogleAuthProvider {
    /// The provider id, `google.com`.
    public static let id = GoogleAuthProviderID

    /// A credential of an ID token and an access token.
    public static func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
        OAuthCredential(providerID: GoogleAuthProviderID, accessToken: accessToken, idToken: idToken)
    }
}
