import LatchkeyIdentity
import LatchkeyWeb

/// The services of sign-ins with providers.
struct FlowServices {
    let catalog: ProviderCatalog
    let callLimits: ProviderCallLimits
    let starter: FlowStarter
    let finisher: FlowFinisher

    init(
        _ basics: ServerBasics, transport: any ProviderTransport, throttle: Throttle, substitute: (any ProviderSubstitute)?
    ) {
        let (store, sealer, now, random) = (basics.store, basics.sealer, basics.now, basics.random)
        catalog = ProviderCatalog(
            store: store, sealer: sealer, gateway: ProviderGateway(transport: transport), now: now, random: random,
            substitute: substitute)
        callLimits = ProviderCallLimits(throttle: throttle)
        let failures = ProviderFailures(store: store, limits: callLimits, now: now)
        starter = FlowStarter(
            store: store, catalog: catalog, failures: failures, sealer: sealer, publicAddress: basics.publicAddress, now: now,
            random: random)
        finisher = FlowFinisher(store: store, catalog: catalog, failures: failures, sealer: sealer, now: now, random: random)
    }
}
