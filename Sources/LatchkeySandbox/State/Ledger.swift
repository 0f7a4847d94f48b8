import LatchkeySecrets

/// Everything the sandbox remembers, as one value behind ``SandboxState``'s lock.
struct Ledger: Sendable {
    var people: PeopleRegister
    var apps: AppRegister
    var twitter = TwitterLedger()
    var github = GitHubLedger()
    var openID = OAuth2Ledger()
    var x = OAuth2Ledger()
    var faults = FaultBook()
    /// Who is signed in, by the fingerprint of the browser's cookie.
    var sessions = BoundedStore<Fingerprint, String>(capacity: 1000)

    init(_ configuration: SandboxConfiguration) {
        people = PeopleRegister(configuration.people)
        apps = AppRegister(configuration.apps)
    }
}

/// An application and a person who let it in.
struct Grant: Sendable, Hashable {
    let appKey: String
    let personKey: String
}
