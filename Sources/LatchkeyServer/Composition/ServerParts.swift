public import LatchkeyIdentity
public import LatchkeyRealtime
public import LatchkeySecrets
public import LatchkeyWeb

/// What a server is put together from.
public struct ServerParts: Sendable {
    public let store: any AccountStore
    public let sealer: Sealer
    public let authority: TokenAuthority
    public let publicAddress: PublicAddress
    public let transport: any ProviderTransport
    /// Checks addresses of providers and hooks when they are saved. ``transport`` checks them at each call.
    public let targets: CallTargets
    public let hashing: HashingPool
    public let now: WallClock
    public let random: RandomTokens
    /// Whose word about a request's origin is believed.
    public let trustedProxies: [AddressRange]
    /// Pages say that nothing here is real.
    public let sandbox: Bool
    /// Shows everybody what people are sent; only together with ``sandbox``.
    public let outbox: (any OutboxViewing)?
    /// The version that the document of calls shows.
    public let version: String
    /// What the rules of databases denied.
    public let denials: DenialLog
    /// Absent where there is no console.
    public let console: ConsoleParts?
    /// A style sheet of the operator's, which the sign-in page loads behind its own.
    public let signInStyle: [UInt8]
    /// Nobody proves anything, as with the Firebase Auth Emulator. Absent where people are real.
    public let emulation: Emulation?

    /// The one that pages without an API key belong to.
    var standardProject: ProjectID { emulation?.standardProject ?? .standard }

    public init(
        store: any AccountStore, sealer: Sealer, authority: TokenAuthority, publicAddress: PublicAddress, transport: any ProviderTransport,
        hashing: HashingPool, now: @escaping WallClock, random: RandomTokens = .system, trustedProxies: [AddressRange] = [],
        sandbox: Bool = false, outbox: (any OutboxViewing)? = nil, version: String = "0", emulation: Emulation? = nil,
        denials: DenialLog = DenialLog(), console: ConsoleParts? = nil, signInStyle: [UInt8] = [], targets: CallTargets = CallTargets()
    ) {
        precondition((emulation != nil) == authority.isInsecureUnsigned, "only an emulator's tokens are unsigned, and all of them are")
        self.emulation = emulation
        self.store = store
        self.sealer = sealer
        self.authority = authority
        self.publicAddress = publicAddress
        self.transport = transport
        self.targets = targets
        self.hashing = hashing
        self.now = now
        self.random = random
        self.trustedProxies = trustedProxies
        self.sandbox = sandbox
        self.outbox = sandbox ? outbox : nil
        self.version = version
        self.denials = denials
        self.console = console
        self.signInStyle = signInStyle
    }
}
