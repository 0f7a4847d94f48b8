/// A provider that the sandbox mocks.
public struct SandboxProvider: Sendable {
    /// The name in the control API and in paths, such as `github`.
    public let rawValue: String
    /// The provider's name on pages.
    public let displayName: String
    /// The ID by which Firebase's clients and Latchkey know the provider, such as `github.com`.
    public let providerID: String
    /// The path below the sandbox's address where the pages of the provider start; empty for the root.
    public let webPath: String
    /// The path below the sandbox's address where the API of the provider starts; empty for the root.
    public let apiPath: String
    /// The path of the issuer of an OpenID provider; `nil` for other providers.
    public let issuerPath: String?

    init(
        _ rawValue: String, _ displayName: String, id providerID: String, webPath: String = "", apiPath: String = "",
        issuerPath: String? = nil
    ) {
        self.rawValue = rawValue
        self.displayName = displayName
        self.providerID = providerID
        self.webPath = webPath
        self.apiPath = apiPath
        self.issuerPath = issuerPath
    }

    /// Twitter: OAuth 1.0a, API 1.1 and the first call of API v2.
    public static let twitter = SandboxProvider("twitter", "Twitter", id: "twitter.com")
    /// X: OAuth 2.0 with its own applications and tokens, and API v2 with a bearer token; the same people as Twitter.
    public static let x = SandboxProvider("x", "X", id: "x.com")
    /// GitHub: OAuth 2.0 with the web flow and the device flow, and the REST API.
    public static let github = SandboxProvider("github", "GitHub", id: "github.com")
    /// An OpenID Connect provider with its own issuer.
    public static let openID = SandboxProvider("openid", "OpenID provider", id: "oidc.sandbox", issuerPath: "/openid")

    /// The rules of a provider that shares the sandbox's OAuth 2.0 code; `nil` for Twitter and GitHub.
    var rules: OAuth2Rules? { OAuth2Rules.all.first { $0.provider == self } }

    /// Whether accounts of the provider have names that start with `@` on pages.
    var showsNames: Bool { [Self.twitter, .x, .github].contains(self) }
}

extension SandboxProvider: Hashable, RawRepresentable, Codable, CaseIterable {
    /// All providers.
    public static let allCases: [SandboxProvider] = [.twitter, .x, .github, .openID] + OAuth2Rules.mocks.map(\.provider)

    /// Returns the provider with a name; `nil` if there is none.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// Compares the names.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
