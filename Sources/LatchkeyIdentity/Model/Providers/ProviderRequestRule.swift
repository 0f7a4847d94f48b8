/// A rule that permits a read request to a provider on behalf of an app, which has a user's token but no consumer secret.
public struct ProviderRequestRule: Sendable, Hashable {
    /// The provider that receives the request.
    public let provider: ProviderID
    /// The path in the provider's API, for example `/2/users/me`. The segment `*` matches any one segment.
    public let path: String

    /// The maximum number of rules of a project.
    package static let maxCount = 100
    package static let maxPathBytes = 512

    /// The default rules: the profile of the token's user, in both versions of Twitter's API.
    public static let standard = [
        ProviderRequestRule(provider: .twitter, path: "/2/users/me"),
        ProviderRequestRule(provider: .twitter, path: "/1.1/account/verify_credentials.json"),
    ]

    /// Creates a rule from a valid path.
    public init(provider: ProviderID, path: String) {
        self.provider = provider
        self.path = path
    }

    /// Parses a rule such as `twitter.com/2/users/me`; `nil` if the provider or the path is missing, or the path is invalid.
    package init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
        let path = String(text[slash...])
        guard path.utf8.count <= Self.maxPathBytes, Self.isPath(path) else { return nil }
        self.init(provider: ProviderID(rawValue: String(text[..<slash])), path: path)
    }

    /// The rule in the form that ``init(_:)`` parses.
    public var text: String { provider.rawValue + path }

    /// Whether the rule permits a request.
    ///
    /// - Parameter path: The path of the request, without its query.
    package func allows(_ path: String, of provider: ProviderID) -> Bool {
        guard provider == self.provider, Self.isPath(path) else { return false }
        let (requested, allowed) = (path.split(separator: "/"), self.path.split(separator: "/"))
        return requested.count == allowed.count && zip(requested, allowed).allSatisfy { $1 == "*" || $0 == $1 }
    }

    /// Whether no server or proxy can interpret the path differently: no empty, `.` or `..` segments, and no percent escapes.
    private static func isPath(_ path: String) -> Bool {
        guard path.first == "/", path.utf8.count > 1 else { return false }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && part.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || "-._~,:@*".utf8.contains($0)
                }
        }
    }
}
