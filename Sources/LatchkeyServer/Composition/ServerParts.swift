public import LatchkeyConsole
public import LatchkeyEmulator
public import LatchkeyIdentity
public import LatchkeyProviders
public import LatchkeyRealtime
public import LatchkeySecrets
public import LatchkeySignInPages
public import LatchkeyWeb

/// The parts that a server is composed of.
public struct ServerParts: Sendable {
    /// Stores projects and accounts.
    public let store: any AccountStore
    /// Encrypts the secrets in the store.
    public let sealer: Sealer
    /// Signs and verifies tokens.
    public let authority: TokenAuthority
    /// The address at which apps and browsers reach the server.
    public let publicAddress: PublicAddress
    /// The address at which apps reach the databases.
    public let databaseAddress: DatabaseAddress
    /// Sends requests to providers and hooks.
    public let transport: any ProviderTransport
    /// Checks the addresses of providers and hooks when they are saved. ``transport`` checks them at each call.
    public let targets: CallTargets
    /// Hashes passwords.
    public let hashing: HashingPool
    /// Returns the current time.
    public let now: WallClock
    /// Generates random tokens.
    public let random: RandomTokens
    /// The proxies whose forwarding headers are trusted.
    public let trustedProxies: [AddressRange]
    /// Whether the server is a sandbox; its pages then say that its users are not real.
    public let sandbox: Bool
    /// Shows all sent messages to every visitor; only with ``sandbox``.
    public let outbox: (any OutboxViewing)?
    /// Whether mails to users are delivered at present.
    public let sendsMail: @Sendable () -> Bool
    /// The version in the OpenAPI document.
    public let version: String
    /// The operations that the rules of databases denied.
    public let denials: DenialLog
    /// The parts of the console; nil for a server without one.
    public package(set) var console: ConsoleParts?
    /// The operator's style sheet, which the sign-in page loads after its own.
    public let signInStyle: SignInStyle
    /// Logs refused credentials; nil for no log.
    public let securityLog: SecurityLog?
    /// Limits attempts and messages at the public port and at the databases.
    let throttle: any RateLimits
    /// Limits attempts and messages at a console with a port of its own, so that failures on the public port do not lock administrators out.
    let consoleThrottle: any RateLimits
    /// Checks what works of the store.
    public let readiness: Readiness
    /// Whether the server is shutting down, for the readiness check.
    public let drain: Drain
    /// The settings of the emulator, which verifies no credentials; nil on a real server.
    public let emulation: Emulation?

    /// The project of pages without an API key.
    var standardProject: ProjectID { emulation?.standardProject ?? .standard }

    /// The parts that nearly every service needs.
    var basics: ServerBasics {
        ServerBasics(
            store: store, sealer: sealer, publicAddress: publicAddress, databaseAddress: databaseAddress,
            standardProject: standardProject, now: now, random: random)
    }

    /// Creates the parts of a server. A message outbox without ``sandbox`` is ignored.
    ///
    /// - Parameter sharedLimits: Returns rate limits that count over all nodes, of a console with a port of its own or of everything else;
    ///   `nil` for counts in memory.
    public init(
        store: any AccountStore, sealer: Sealer, authority: TokenAuthority, publicAddress: PublicAddress,
        databaseAddress: DatabaseAddress = DatabaseAddress(), transport: any ProviderTransport,
        hashing: HashingPool, now: @escaping WallClock, random: RandomTokens = .system, trustedProxies: [AddressRange] = [],
        sandbox: Bool = false, outbox: (any OutboxViewing)? = nil,
        sendsMail: @escaping @Sendable () -> Bool = { false }, version: String = "0", emulation: Emulation? = nil,
        denials: DenialLog = DenialLog(), console: ConsoleParts? = nil, signInStyle: SignInStyle = SignInStyle(),
        securityLog: SecurityLog? = nil, drain: Drain = Drain(), targets: CallTargets = CallTargets(),
        sharedLimits: (_ isOfConsole: Bool) -> (any RateLimits)? = { _ in nil }
    ) {
        precondition((emulation != nil) == authority.isInsecureUnsigned, "only an emulator's tokens are unsigned, and all of them are")
        self.emulation = emulation
        self.store = store
        self.sealer = sealer
        self.authority = authority
        self.publicAddress = publicAddress
        self.databaseAddress = databaseAddress
        self.transport = transport
        self.targets = targets
        self.hashing = hashing
        self.now = now
        self.random = random
        self.trustedProxies = trustedProxies
        self.sandbox = sandbox
        self.outbox = sandbox ? outbox : nil
        self.sendsMail = sendsMail
        self.version = version
        self.denials = denials
        self.console = console
        self.signInStyle = signInStyle
        self.securityLog = securityLog
        self.drain = drain
        throttle = sharedLimits(false) ?? Throttle(now: now, isOff: emulation != nil)
        consoleThrottle = sharedLimits(true) ?? Throttle(now: now)
        readiness = Readiness(store: store, now: now)
    }
}
