extension SandboxPerson {
    /// The initial people of a sandbox.
    ///
    /// | key | description |
    /// |---|---|
    /// | `ada` | the same verified address at all providers |
    /// | `bob` | no address at Twitter and the OpenID provider; at GitHub only a no-reply address, and no display name |
    /// | `cleo` | an address at all providers, none of them verified: `email_verified` is false |
    /// | `dora` | a different verified address at each provider, and several at GitHub |
    /// | `zoe` | a name in several scripts, with an emoji and a right-to-left part |
    /// | `max` | a Twitter ID above 2^53 |
    /// | `mallory` | claims `ada@example.org` at GitHub and the OpenID provider, but has not verified it |
    public static let seeds: [SandboxPerson] = [
        SandboxPerson(
            key: "ada", name: "Ada Lovelace",
            twitter: SandboxTwitterAccount(
                id: 101_815, screenName: "ada", email: "ada@example.org", about: "Notes on the engine.", location: "London",
                isVerified: true),
            github: SandboxGitHubAccount(
                id: 5101, login: "ada", emails: [.init("ada@example.org")], publicEmail: "ada@example.org",
                bio: "Notes on the engine.", location: "London"),
            openID: SandboxOpenIDAccount(subject: "1080000000000000000101", email: "ada@example.org")),
        SandboxPerson(
            key: "bob", name: "Bob Noaddress",
            twitter: SandboxTwitterAccount(id: 202_930, screenName: "bob_without"),
            github: SandboxGitHubAccount(
                id: 5202, login: "bob-without",
                emails: [
                    .init(
                        SandboxGitHubAccount.noReplyAddress(id: 5202, login: "bob-without"), isPrimary: false,
                        visibility: nil)
                ],
                showsName: false),
            openID: SandboxOpenIDAccount(subject: "1080000000000000000202")),
        SandboxPerson(
            key: "cleo", name: "Cleo Unconfirmed",
            twitter: SandboxTwitterAccount(
                id: 303_641, screenName: "cleo", email: "cleo@example.org", isEmailVerified: false),
            github: SandboxGitHubAccount(
                id: 5303, login: "cleo", emails: [.init("cleo@example.org", isVerified: false)]),
            openID: SandboxOpenIDAccount(subject: "1080000000000000000303", email: "cleo@example.org", isEmailVerified: false)),
        SandboxPerson(
            key: "dora", name: "Dora Twohomes",
            twitter: SandboxTwitterAccount(
                id: 404_756, screenName: "dora", email: "dora@example.org", isProtected: true),
            github: SandboxGitHubAccount(
                id: 5404, login: "dora-dev",
                emails: [
                    .init("dora.old@example.net", isPrimary: false, isVerified: false, visibility: nil),
                    .init("dora@example.com"),
                    .init("dora@example.org", isPrimary: false, visibility: nil),
                ]),
            openID: SandboxOpenIDAccount(subject: "1080000000000000000404", email: "dora@example.net")),
        SandboxPerson(
            key: "zoe", name: "Zoë 李小龍 نور 🦊",
            twitter: SandboxTwitterAccount(
                id: 505_867, screenName: "zoe_fox", email: "zoe@example.org", about: "“naïve” & <b>bold</b>",
                location: "Kraków"),
            github: SandboxGitHubAccount(
                id: 5505, login: "zoe-fox", emails: [.init("zoe@example.org")], bio: "“naïve” & <b>bold</b>",
                location: "Kraków"),
            openID: SandboxOpenIDAccount(subject: "1080000000000000000505", email: "zoe@example.org")),
        SandboxPerson(
            key: "max", name: "Max Bignumber",
            twitter: SandboxTwitterAccount(id: 1_594_750_123_456_789_013, screenName: "max_id", email: "max@example.org"),
            github: SandboxGitHubAccount(id: 210_987_654, login: "max-id", emails: [.init("max@example.org")]),
            openID: SandboxOpenIDAccount(subject: "1080000000000000000606", email: "max@example.org")),
        SandboxPerson(
            key: "mallory", name: "Mallory Claims",
            twitter: SandboxTwitterAccount(id: 606_978, screenName: "mallory", email: "mallory@example.org"),
            github: SandboxGitHubAccount(
                id: 5606, login: "mallory", emails: [.init("ada@example.org", isVerified: false)]),
            openID: SandboxOpenIDAccount(subject: "1080000000000000000707", email: "ada@example.org", isEmailVerified: false)),
    ]
}
