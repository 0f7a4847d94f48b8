/// Names an identity provider, as Firebase's calls since version 10.24 take it.
public enum AuthProviderID: Sendable, Equatable {
    case apple
    case email
    case facebook
    case gameCenter
    case gitHub
    case google
    case phone
    case twitter
    /// Any other, for example `oidc.example`, `microsoft.com`, `gitlab.com` or `x.com`.
    case custom(String)

    /// The name on the wire.
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
