public import LatchkeyIdentity
public import LatchkeyRealtime
public import LatchkeySecrets
public import LatchkeyWeb

/// The accounts and projects of the server, as its databases need them.
public struct DatabaseAccounts: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let authority: TokenAuthority
    let now: WallClock
    let random: RandomTokens
    let throttle: any RateLimits
    let trustedProxies: [AddressRange]
    /// The project of requests that do not name a database.
    let standardProject: ProjectID
    let denials: DenialLog
    /// Rejects requests from web pages of other origins in the lenient mode; `nil` on a production server.
    let lenientGate: (any RequestGate)?
    /// Logs refused credentials; `nil` for no log.
    let securityLog: SecurityLog?

    /// Creates the accounts of a server.
    ///
    /// - Parameters:
    ///   - store: The store of accounts and projects.
    ///   - sealer: Decrypts the database secrets.
    ///   - authority: Verifies ID tokens.
    ///   - now: Returns the current time.
    ///   - random: Generates random tokens.
    ///   - throttle: Limits the recorded new networks of sessions.
    ///   - trustedProxies: The proxies with trusted forwarding headers.
    ///   - standardProject: The project of requests that do not name a database.
    ///   - denials: The log of denied operations.
    ///   - lenientGate: The origin check of the lenient mode; `nil` on a production server. A gate turns on that mode, in which
    ///     the token “owner” has full access and new databases have open rules.
    ///   - securityLog: Logs refused credentials; `nil` for no log.
    public init(
        store: any AccountStore, sealer: Sealer, authority: TokenAuthority, now: @escaping WallClock, random: RandomTokens,
        throttle: any RateLimits, trustedProxies: [AddressRange], standardProject: ProjectID, denials: DenialLog,
        lenientGate: (any RequestGate)?, securityLog: SecurityLog? = nil
    ) {
        self.store = store
        self.sealer = sealer
        self.authority = authority
        self.now = now
        self.random = random
        self.throttle = throttle
        self.trustedProxies = trustedProxies
        self.standardProject = standardProject
        self.denials = denials
        self.lenientGate = lenientGate
        self.securityLog = securityLog
    }

    /// Whether the databases are for tests: clients are not verified, as in the Firebase emulators.
    var isLenient: Bool { lenientGate != nil }
}
