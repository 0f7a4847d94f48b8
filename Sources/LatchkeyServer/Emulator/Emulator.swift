import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// The parts of the emulator mode.
struct Emulator: Sendable {
    let emulation: Emulation
    let projects: EmulatedProjects
    let providers: EmulatedProviders
    private let parts: ServerParts

    init(_ emulation: Emulation, parts: ServerParts) {
        self.emulation = emulation
        self.parts = parts
        providers = EmulatedProviders(store: parts.store, sealer: parts.sealer, publicAddress: parts.publicAddress, now: parts.now)
        projects = EmulatedProjects(
            emulation: emulation, store: parts.store,
            setup: ProjectSetup(store: parts.store, sealer: parts.sealer, now: parts.now, random: parts.random), providers: providers,
            now: parts.now)
    }

    /// The scheme and host of the current request, after ``EmulatorGate`` checked the host.
    @TaskLocal static var askedAt: String?

    /// Returns a link as responses contain it. It uses the host of the request, because a test in another container may not reach the
    /// public address.
    static func shown(_ link: String) -> String {
        guard let askedAt, let range = link.firstRange(of: EmulatorActionPage.path + "?") else { return link }
        return askedAt + link[range.lowerBound...]
    }

    /// Returns the URL of a link in a mail. Opening it applies the code at once. The parameters are in the order of Google's emulator.
    func url(of link: ActionLink) -> String {
        let isStandard = link.apiKey.isEmpty || link.project == emulation.standardProject
        var pairs = [
            ("mode", link.mode.rawValue), ("lang", "en"), ("oobCode", link.code.expose()),
            ("apiKey", isStandard ? Emulation.apiKey : link.apiKey),
        ]
        if let url = link.continueURL { pairs.append(("continueUrl", url)) }
        if link.tenant != .none { pairs.append(("tenantId", link.tenant.rawValue)) }
        let query = pairs.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
        return parts.publicAddress.url + EmulatorActionPage.path + "?" + query
    }

    /// Returns the checks that run before each client call.
    func checks(sessions: Sessions, codes: CodeEndpoints, phones: PhoneSignIn, catalog: ProviderCatalog) -> EmulatorChecks {
        EmulatorChecks(
            store: parts.store, sessions: sessions, codes: codes.codes, phones: phones, catalog: catalog, hasSandbox: emulation.hasSandbox)
    }

    func add(
        to router: Router<ServerContext>, resolver: CallerResolver, administration: AccountAdministration,
        batchCreate: BatchCreateEndpoint, codes: CodeEndpoints, pages: PageRenderer
    ) {
        EmulatedRecaptcha.add(to: router, resolver: resolver)
        NotEmulatedCalls.add(to: router, resolver: resolver)
        EmulatorAdministration(
            projects: projects, store: parts.store, administration: administration,
            codes: EmulatedCodes(store: parts.store, sealer: parts.sealer, phoneCodes: emulation.phoneCodes, now: parts.now)
        ).add(to: router)
        EmulatorActionPage(resolver: resolver, codes: codes).add(to: router)
        LegacyAccountLists(projects: projects, list: BatchGetEndpoint(store: parts.store), create: batchCreate).add(to: router)
        AccountChooser(resolver: resolver, projects: projects, store: parts.store, publicAddress: parts.publicAddress, pages: pages)
            .add(to: router)
        router.get("/") { _, _ in try Response.json(EmulatorReadiness()) }
    }
}
