/// A provider that the sandbox mocks.
public enum SandboxProvider: String, Sendable, Hashable, Codable, CaseIterable {
    /// Twitter: OAuth 1.0a, API 1.1 and the first call of API v2.
    case twitter
    /// X: OAuth 2.0 with its own applications and tokens, and API v2 with a bearer token; the same people as Twitter.
    case x
    /// GitHub: OAuth 2.0 with the web flow and the device flow, and the REST API.
    case github
    /// An OpenID Connect provider with its own issuer.
    case openID = "openid"

    /// The provider's name on pages.
    var displayName: String {
        switch self {
        case .twitter: "Twitter"
        case .x: "X"
        case .github: "GitHub"
        case .openID: "OpenID provider"
        }
    }
}
