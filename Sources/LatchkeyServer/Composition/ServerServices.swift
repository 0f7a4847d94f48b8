import LatchkeyIdentity
import LatchkeyWeb

/// The services of a server, each created once. ``ServerRoutes`` passes every endpoint and page the ones that it needs.
struct ServerServices {
    let parts: ServerParts
    let clientAddress: ClientAddress
    let resolver: CallerResolver
    let accounts: AccountServices
    let flow: FlowServices
    let administration: AccountAdministration
    let administratorCodes: AdministratorCodes
    let accountImport: AccountImport
    let grant: ServiceAccountGrant
    /// The operations for the OpenAPI document, recorded while routes are added.
    let record = APIRecord()
    let endpoints: EndpointRoutes
    let admin: AdminRoutes
    /// The emulator's own services; nil on a real server.
    let emulator: Emulator?
    let emulatedAdministrators: EmulatedAdministrators?
    let checks: EmulatorChecks?

    init(_ parts: ServerParts) {
        self.parts = parts
        clientAddress = ClientAddress(trustedProxies: parts.trustedProxies)
        let emulator = parts.emulation.map { Emulator($0, parts: parts) }
        self.emulator = emulator
        resolver = CallerResolver(
            store: parts.store, projects: emulator.map { $0.projects as any ProjectFinding } ?? ProjectDirectory(store: parts.store),
            clientAddress: clientAddress)
        accounts = AccountServices(parts, emulator: emulator)
        flow = FlowServices(parts, throttle: accounts.throttle, emulated: emulator?.providers)
        administration = AccountAdministration(store: parts.store, passwords: accounts.vault, now: parts.now, random: parts.random)
        administratorCodes = AdministratorCodes(
            store: parts.store, codes: accounts.codeIssuer, throttle: accounts.throttle, now: parts.now, listsLinks: emulator != nil)
        accountImport = AccountImport(
            store: parts.store, passwords: accounts.vault, sealer: parts.sealer, knownProviders: ProviderKind.all, now: parts.now,
            random: parts.random)
        grant = ServiceAccountGrant(store: parts.store, now: parts.now, random: parts.random)
        let emulated = parts.emulation.map { [accounts, administration, administratorCodes] in
            EmulatedAdministrators(
                $0, parts: parts, vault: accounts.vault, administration: administration, sessions: accounts.sessions,
                codes: administratorCodes)
        }
        emulatedAdministrators = emulated
        endpoints = EndpointRoutes(
            resolver: resolver, record: record,
            interceptor: emulator.flatMap { [clientAddress] in emulated?.forms(projects: $0.projects, clientAddress: clientAddress) })
        admin = AdminRoutes(
            store: parts.store, door: emulator.map { $0.projects as any AdministratorDoor } ?? grant, clientAddress: clientAddress,
            record: record)
        checks = emulator?.checks(
            sessions: accounts.sessions, codes: accounts.codes, phones: accounts.phoneSignIn, catalog: flow.catalog)
    }
}
