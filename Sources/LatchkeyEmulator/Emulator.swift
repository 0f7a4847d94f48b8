package import Hummingbird
package import LatchkeyAccountAPI
package import LatchkeyAdministrationAPI
package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
package import LatchkeyWeb
import LatchkeyWire

/// The parts of the emulator mode.
package struct Emulator: Sendable {
    let emulation: Emulation
    package let projects: EmulatedProjects
    package let providers: EmulatedProviders
    let basics: ServerBasics

    package init(_ emulation: Emulation, _ basics: ServerBasics) {
        self.emulation = emulation
        self.basics = basics
        let (store, sealer, now) = (basics.store, basics.sealer, basics.now)
        providers = EmulatedProviders(store: store, sealer: sealer, publicAddress: basics.publicAddress, now: now)
        projects = EmulatedProjects(
            emulation: emulation, store: store, setup: ProjectSetup(store: store, sealer: sealer, now: now, random: basics.random),
            providers: providers, now: now)
    }

    /// The differences of the services of accounts in an emulator.
    package var lenientMode: AccountServices.LenientMode {
        AccountServices.LenientMode(linkURL: { url(of: $0) }, onPhoneCode: emulation.phoneCodes.note)
    }

    /// The scheme and host of the current request, after ``EmulatorGate`` checked the host.
    @TaskLocal static var requestedAt: String?

    /// Returns a link as responses contain it. It uses the host of the request, because a test in another container may not reach the
    /// public address.
    static func shown(_ link: String) -> String {
        guard let requestedAt, let range = link.firstRange(of: EmulatorActionPage.path + "?") else { return link }
        return requestedAt + link[range.lowerBound...]
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
        return basics.publicAddress.url + EmulatorActionPage.path + "?" + query
    }

    /// The emulator's own routes.
    ///
    /// - Parameter batchCreate: The import, which older paths lead to as well.
    package func add(
        to router: Router<ServerContext>, resolver: CallerResolver, record: APIRecord, administration: AccountAdministration,
        batchCreate: BatchCreateEndpoint, codes: CodeServices, pages: PageRenderer
    ) {
        EmulatedRecaptcha.add(to: router, resolver: resolver)
        NotEmulatedCalls.add(to: router, resolver: resolver)
        EmulatorAdministration(
            projects: projects, store: basics.store, administration: administration,
            codes: EmulatedCodes(store: basics.store, sealer: basics.sealer, phoneCodes: emulation.phoneCodes, now: basics.now)
        ).add(to: router)
        EmulatorActionPage(resolver: resolver, codes: codes).add(to: router)
        LegacyAccountLists(projects: projects, list: BatchGetEndpoint(store: basics.store), create: batchCreate).add(to: router)
        AccountChooser(resolver: resolver, projects: projects, store: basics.store, publicAddress: basics.publicAddress, pages: pages)
            .add(to: router)
        router.get("/") { _, _ in try Response.json(EmulatorReadiness()) }
        record.add(APIOperation.emulator)
    }
}
