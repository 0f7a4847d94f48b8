public import LatchkeyIdentity
public import LatchkeyRealtime
public import LatchkeySecrets
public import LatchkeyWeb

/// The accounts and projects of the server, as far as its databases need them.
public struct DatabaseAccounts: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let authority: TokenAuthority
    let now: WallClock
    let random: RandomTokens
    let trustedProxies: [AddressRange]
    /// The project of requests that name no database.
    let standardProject: ProjectID
    let denials: DenialLog
    /// Refuses requests of foreign pages to an emulator; nil on a real server.
    let gate: (any RequestGate)?

    public init(
        store: any AccountStore, sealer: Sealer, authority: TokenAuthority, now: @escaping WallClock, random: RandomTokens,
        trustedProxies: [AddressRange], standardProject: ProjectID, denials: DenialLog, gate: (any RequestGate)?
    ) {
        self.store = store
        self.sealer = sealer
        self.authority = authority
        self.now = now
        self.random = random
        self.trustedProxies = trustedProxies
        self.standardProject = standardProject
        self.denials = denials
        self.gate = gate
    }

    /// Whether the databases are those of an emulator, in which requests prove nothing.
    var isEmulator: Bool { gate != nil }
}
