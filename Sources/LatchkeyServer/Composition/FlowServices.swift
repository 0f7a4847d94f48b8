import LatchkeyIdentity

/// The services of sign-ins with providers.
struct FlowServices {
    let catalog: ProviderCatalog
    let callLimits: ProviderCallLimits
    let starter: FlowStarter
    let finisher: FlowFinisher

    init(_ parts: ServerParts, throttle: Throttle, emulated: EmulatedProviders?) {
        let (store, sealer, now, random) = (parts.store, parts.sealer, parts.now, parts.random)
        catalog = ProviderCatalog(
            store: store, sealer: sealer, gateway: ProviderGateway(transport: parts.transport), now: now, random: random,
            emulated: emulated)
        callLimits = ProviderCallLimits(throttle: throttle)
        let failures = ProviderFailures(store: store, limits: callLimits, now: now)
        starter = FlowStarter(
            store: store, catalog: catalog, failures: failures, sealer: sealer, publicAddress: parts.publicAddress, now: now,
            random: random)
        finisher = FlowFinisher(store: store, catalog: catalog, failures: failures, sealer: sealer, now: now, random: random)
    }
}
