/// A provider that the sandbox pretends to be.
public enum SandboxProvider: String, Sendable, Hashable, Codable, CaseIterable {
    /// OAuth 1.0a, API 1.1 and the first call of API 2.
    case twitter
    /// The same people by OAuth 2.0: its own applications and tokens, and API 2 with a bearer token.
    case x
    /// OAuth 2.0 with the web flow and the device flow, and the REST API.
    case github
    /// OpenID Connect, at an issuer of its own.
    case openID = "openid"

    /// What pages call it.
    var displayName: String {
        switch self {
        case .twitter: "Twitter"
        case .x: "X"
        case .github: "GitHub"
        case .openID: "OpenID provider"
        }
    }
}
