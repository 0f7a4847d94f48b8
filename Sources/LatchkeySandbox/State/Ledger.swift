import LatchkeySecrets

/// The complete mutable state, as one value behind ``SandboxState``'s lock.
struct Ledger: Sendable {
    var people: PeopleRegister
    var apps: AppRegister
    var twitter = TwitterLedger()
    var github = GitHubLedger()
    /// The codes and tokens of the providers that share the OAuth 2.0 code.
    var oauth2: [SandboxProvider: OAuth2Ledger] = [:]
    var faults = FaultBook()
    /// The signed-in person of each browser, by the fingerprint of its cookie.
    var sessions = BoundedStore<Fingerprint, String>(capacity: 1000)

    init(_ configuration: SandboxConfiguration) {
        people = PeopleRegister(configuration.people)
        apps = AppRegister(configuration.apps)
    }

    /// Returns the codes and tokens of a provider, for reading.
    func oauth2(_ rules: OAuth2Rules) -> OAuth2Ledger { oauth2[rules.provider] ?? OAuth2Ledger() }
}

/// An application and a person that granted it access.
struct Grant: Sendable, Hashable {
    let appKey: String
    let personKey: String
}
