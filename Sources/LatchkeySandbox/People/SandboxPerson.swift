/// A test person, with at most one account at each provider; Twitter and X share one account.
public struct SandboxPerson: Sendable, Hashable {
    /// The sandbox's key for the person, such as `ada`; it never changes, and no provider reveals it.
    public let key: String
    /// The display name at the providers; any Unicode text.
    public var name: String
    /// The account at the mock Twitter, which is also the one at X.
    public var twitter: SandboxTwitterAccount?
    /// The account at the mock GitHub.
    public var github: SandboxGitHubAccount?
    /// The account at the mock OpenID provider. The accounts at the providers without a property have its address, and an ID of their own.
    public var openID: SandboxOpenIDAccount?

    /// Creates a person.
    public init(
        key: String, name: String, twitter: SandboxTwitterAccount? = nil, github: SandboxGitHubAccount? = nil,
        openID: SandboxOpenIDAccount? = nil
    ) {
        self.key = key
        self.name = name
        self.twitter = twitter
        self.github = github
        self.openID = openID
    }

    /// Returns the person's name on pages and in errors: `ada`, or an email address.
    func handle(at provider: SandboxProvider) -> String? {
        switch provider {
        case .twitter, .x: twitter?.screenName
        case .github: github?.login
        default: openID.map { $0.email ?? $0.subject }
        }
    }

    /// Returns the file name of the person's picture.
    func pictureName(at provider: SandboxProvider) -> String? {
        switch provider {
        case .twitter, .x: twitter.map { String($0.id) }
        case .github: github.map { String($0.id) }
        default: openID?.subject
        }
    }
}
