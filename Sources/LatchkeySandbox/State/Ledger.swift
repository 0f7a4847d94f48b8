import LatchkeySecrets

/// The complete mutable state, as one value behind ``SandboxState``'s lock.
struct Ledger: Sendable {
    var people: PeopleRegister
    var apps: AppRegister
    var twitter = TwitterLedger()
    var github = GitHubLedger()
    var openID = OAuth2Ledger()
    var x = OAuth2Ledger()
    var faults = FaultBook()
    /// The signed-in person of each browser, by the fingerprint of its cookie.
    var sessions = BoundedStore<Fingerprint, String>(capacity: 1000)

    init(_ configuration: SandboxConfiguration) {
        people = PeopleRegister(configuration.people)
        apps = AppRegister(configuration.apps)
    }
}

/// An application and a person that granted it access.
struct Grant: Sendable, Hashable {
    let appKey: String
    let personKey: String
}
