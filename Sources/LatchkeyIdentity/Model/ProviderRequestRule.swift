/// What the server asks a provider on behalf of an app, which has a person's token and no consumer secret: reading at one place of the
/// provider's interface.
public struct ProviderRequestRule: Sendable, Hashable {
    public let provider: ProviderID
    /// A path, for example `/2/users/me`. A part that is `*` stands for any one part.
    public let path: String

    /// So many a project has at most.
    public static let maxCount = 100
    public static let maxPathBytes = 512

    /// Whose account a token is, in both versions of Twitter's interface.
    public static let standard = [
        ProviderRequestRule(provider: .twitter, path: "/2/users/me"),
        ProviderRequestRule(provider: .twitter, path: "/1.1/account/verify_credentials.json"),
    ]

    public init(provider: ProviderID, path: String) {
        self.provider = provider
        self.path = path
    }

    /// Reads `twitter.com/2/users/me`; nil where it is no provider with a path, or the path is none that a request could have.
    public init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
        let path = String(text[slash...])
        guard path.utf8.count <= Self.maxPathBytes, Self.isPath(path) else { return nil }
        self.init(provider: ProviderID(rawValue: String(text[..<slash])), path: path)
    }

    /// As ``init(_:)`` reads it.
    public var text: String { provider.rawValue + path }

    /// - Parameter path: of a request, without its query.
    public func allows(_ path: String, of provider: ProviderID) -> Bool {
        guard provider == self.provider, Self.isPath(path) else { return false }
        let (asked, allowed) = (path.split(separator: "/"), self.path.split(separator: "/"))
        return asked.count == allowed.count && zip(asked, allowed).allSatisfy { $1 == "*" || $0 == $1 }
    }

    /// Nothing that a server or something before it might read as another path: no empty, no `.` and no `..` parts, no escapes.
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
