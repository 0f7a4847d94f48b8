/// A pretend person, with at most one account at each provider; Twitter and X are one in this.
public struct SandboxPerson: Sendable, Hashable {
    /// The sandbox's own name for the person, which never changes and which no provider reveals: `ada`.
    public let key: String
    /// The name that the providers show; any Unicode text.
    public var name: String
    /// The account at the pretend Twitter, which is also the one at X.
    public var twitter: SandboxTwitterAccount?
    /// The account at the pretend GitHub.
    public var github: SandboxGitHubAccount?
    /// The account at the pretend OpenID provider.
    public var openID: SandboxOpenIDAccount?

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

    /// What pages and problems call the person: `ada`, or an address.
    func handle(at provider: SandboxProvider) -> String? {
        switch provider {
        case .twitter, .x: twitter?.screenName
        case .github: github?.login
        case .openID: openID.map { $0.email ?? $0.subject }
        }
    }

    /// What the file of the person's picture is called.
    func pictureName(at provider: SandboxProvider) -> String? {
        switch provider {
        case .twitter, .x: twitter.map { String($0.id) }
        case .github: github.map { String($0.id) }
        case .openID: openID?.subject
        }
    }
}
