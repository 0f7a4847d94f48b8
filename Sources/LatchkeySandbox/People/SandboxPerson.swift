// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// A pretend person, with at most one account at each provider.
public struct SandboxPerson: Sendable, Hashable {
    /// The sandbox's own name for the person, which never changes and which no provider reveals: `ada`.
    public let key: String
    /// The name that both providers show; any Unicode text.
    public var name: String
    /// The account at the pretend Twitter.
    public var twitter: SandboxTwitterAccount?
    /// The account at the pretend GitHub.
    public var github: SandboxGitHubAccount?

    public init(
        key: String, name: String, twitter: SandboxTwitterAccount? = nil, github: SandboxGitHubAccount? = nil
    ) {
        self.key = key
        self.name = name
        self.twitter = twitter
        self.github = github
    }

    /// What pages and problems call the person: `@ada`.
    func handle(at provider: SandboxProvider) -> String? {
        switch provider {
        case .twitter: twitter?.screenName
        case .github: github?.login
        }
    }
}
