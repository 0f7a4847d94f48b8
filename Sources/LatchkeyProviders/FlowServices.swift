package import LatchkeyIdentity
package import LatchkeySignInFlow
package import LatchkeyWeb

/// The services of sign-ins with providers.
package struct FlowServices {
    package let catalog: ProviderCatalog
    package let callLimits: ProviderCallLimits
    package let starter: FlowStarter
    package let finisher: FlowFinisher

    package init(
        _ basics: ServerBasics, transport: any ProviderTransport, throttle: any RateLimits, substitute: (any ProviderSubstitute)?
    ) {
        let (store, sealer, now, random) = (basics.store, basics.sealer, basics.now, basics.random)
        catalog = ProviderCatalog(
            store: store, sealer: sealer, gateway: ProviderGateway(transport: transport), now: now, random: random,
            substitute: substitute)
        callLimits = ProviderCallLimits(throttle: throttle)
        let failures = ProviderFailures(store: store, limits: callLimits, now: now)
        starter = FlowStarter(
            store: store, providers: catalog, failures: failures, sealer: sealer, publicAddress: basics.publicAddress, now: now,
            random: random)
        finisher = FlowFinisher(store: store, providers: catalog, failures: failures, sealer: sealer, now: now, random: random)
    }
}
