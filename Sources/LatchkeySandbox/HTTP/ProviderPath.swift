import HTTPTypes

/// Which provider answers at a path.
struct ProviderPath: Sendable {
    /// The path without the prefix of a GitHub Enterprise server's API.
    let bare: String

    init(_ path: String) {
        bare = path.hasPrefix("/api/v3/") ? String(path.dropFirst("/api/v3".count)) : path
    }

    /// `nil` for the sandbox's own pages and its control interface.
    ///
    /// - Parameter headers: API 2 answers for Twitter to a signature and for X to a bearer token.
    func provider(_ headers: HTTPFields) -> SandboxProvider? {
        switch bare.split(separator: "/", maxSplits: 1).first {
        case "2" where bare.hasPrefix("/2/oauth2/") || Self.isBearer(headers): .x
        case "oauth", "1.1", "2": .twitter
        case "i": .x
        case "openid": .openID
        case "login", "user", "applications": .github
        default: nil
        }
    }

    static func isBearer(_ headers: HTTPFields) -> Bool {
        headers[.authorization]?.lowercased().hasPrefix("bearer ") == true
    }
}
