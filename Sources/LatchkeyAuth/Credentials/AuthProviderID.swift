/// The id of an identity provider, as in Firebase since version 10.24.
public enum AuthProviderID: Sendable, Equatable {
    /// Apple.
    case apple
    /// An email address with a password or a link.
    case email
    /// Facebook.
    case facebook
    /// Game Center.
    case gameCenter
    /// GitHub.
    case gitHub
    /// Google.
    case google
    /// A phone number.
    case phone
    /// Twitter (X).
    case twitter
    /// Any other provider, for example `oidc.example`, `microsoft.com`, `gitlab.com` or `x.com`.
    case custom(String)

    /// The provider id that is sent to the server.
    public var rawValue: String {
        switch self {
        case .apple: "apple.com"
        case .email: EmailAuthProviderID
        case .facebook: "facebook.com"
        case .gameCenter: "gc.apple.com"
        case .gitHub: GitHubAuthProviderID
        case .google: GoogleAuthProviderID
        case .phone: "phone"
        case .twitter: TwitterAuthProviderID
        case .custom(let id): id
        }
    }
}
