import HTTPTypes

/// A request path, for finding the provider that handles it.
struct ProviderPath: Sendable {
    /// The path without the API prefix of GitHub Enterprise servers.
    let bare: String

    init(_ path: String) {
        bare = path.hasPrefix("/api/v3/") ? String(path.dropFirst("/api/v3".count)) : path
    }

    /// Returns the provider; `nil` for the sandbox's own pages and control API.
    ///
    /// - Parameter headers: API v2 belongs to Twitter for a signed request and to X for a bearer token.
    func provider(_ headers: HTTPFields) -> SandboxProvider? {
        switch bare.split(separator: "/", maxSplits: 1).first {
        case "2" where bare.hasPrefix("/2/oauth2/") || Self.isBearer(headers): .x
        case "oauth", "1.1", "2": .twitter
        case "i": .x
        case "login", "user", "applications": .github
        case let name?: OAuth2Rules.all.first { $0.provider.rawValue == name }?.provider
        case nil: nil
        }
    }

    static func isBearer(_ headers: HTTPFields) -> Bool {
        headers[.authorization]?.lowercased().hasPrefix("bearer ") == true
    }
}
