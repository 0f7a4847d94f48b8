import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyEmulator
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb

/// The services of a server, each created once. ``ServerRoutes`` passes every module the ones that it needs.
struct ServerServices {
    let basics: ServerBasics
    let clientAddress: ClientAddress
    let resolver: CallerResolver
    let accounts: AccountServices
    let flow: FlowServices
    let administration: AdministrationServices
    /// The operations for the OpenAPI document, recorded while routes are added.
    let record = APIRecord()
    let endpoints: EndpointRoutes
    let admin: AdminRoutes
    /// The emulator's own services; nil on a real server.
    let emulator: Emulator?
    let emulatedAdministrators: EmulatedAdministrators?

    /// - Parameters:
    ///   - throttle: Limits attempts and messages.
    ///   - databaseOwner: Returns the project of a realtime database; `nil` if there is no such database.
    ///   - operatorDoor: Admits the server's operator in place of service accounts.
    init(
        _ parts: ServerParts, throttle: any RateLimits, databaseOwner: @escaping @Sendable (String) async throws -> String?,
        operatorDoor: (any AdministratorDoor)? = nil
    ) {
        let basics = parts.basics
        self.basics = basics
        clientAddress = ClientAddress(trustedProxies: parts.trustedProxies)
        let emulator = parts.emulation.map { Emulator($0, basics) }
        self.emulator = emulator
        resolver = CallerResolver(
            store: basics.store, projects: emulator.map { $0.projects as any ProjectFinding } ?? ProjectDirectory(store: basics.store),
            clientAddress: clientAddress)
        accounts = AccountServices(
            basics, throttle: throttle, authority: parts.authority, hashing: parts.hashing,
            hooks: HTTPHookTransport(transport: parts.transport),
            lenientMode: emulator?.lenientMode)
        flow = FlowServices(basics, transport: parts.transport, throttle: accounts.throttle, substitute: emulator?.providers)
        administration = AdministrationServices(
            basics, accounts: accounts, authority: parts.authority, targets: parts.targets, isSandbox: parts.sandbox,
            isOperator: operatorDoor != nil, lenientMode: emulator != nil, databaseOwner: databaseOwner)
        emulatedAdministrators = parts.emulation.map { [accounts, administration] in
            EmulatedAdministrators($0, basics, accounts: accounts, administration: administration)
        }
        endpoints = Self.endpoints(
            resolver, record, emulator, emulatedAdministrators, accounts, flow, administration)
        admin = AdminRoutes(
            store: StoreReader(basics.store), door: operatorDoor ?? emulator?.projects ?? administration.grant,
            clientAddress: clientAddress, record: record)
    }

    private static func endpoints(
        _ resolver: CallerResolver, _ record: APIRecord, _ emulator: Emulator?, _ administrators: EmulatedAdministrators?,
        _ accounts: AccountServices, _ flow: FlowServices, _ administration: AdministrationServices
    ) -> EndpointRoutes {
        guard let emulator, let administrators else { return EndpointRoutes(resolver: resolver, record: record) }
        return EndpointRoutes(
            resolver: resolver, record: record,
            interceptor: administrators.forms(projects: emulator.projects, clientAddress: resolver.clientAddress),
            replacements: emulator.replacements(accounts: accounts, flow: flow, administration: administration))
    }
}
