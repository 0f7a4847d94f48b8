import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Begins sign-ins: asks the provider where to send the person and remembers what the return has to match.
struct FlowStarter: Sendable {
    let store: any AccountStore
    let catalog: ProviderCatalog
    let failures: ProviderFailures
    let sealer: Sealer
    let publicAddress: PublicAddress
    let now: WallClock
    let random: RandomTokens

    /// - Parameters:
    ///   - session: Fingerprint of the session id whose preimage the starter will show.
    ///   - browser: Fingerprint of the first-party cookie of the browser that goes to the provider.
    ///   - callback: Where the provider returns to; the handler unless the caller itself receives it.
    /// - Returns: The provider's page.
    func begin(
        _ provider: ProviderID, for caller: Caller, session: Fingerprint, browser: Fingerprint?, target: ReturnTarget,
        options: FlowOptions, callback: String? = nil
    ) async throws -> String {
        let callback = callback ?? publicAddress.callbackURL
        let state = random.token()
        let id = Fingerprint(of: state)
        let begun = try await failures.recording(of: provider, in: caller.realm, from: caller.client.address) {
            try await catalog.provider(provider, in: caller.realm).begin(callback: callback, state: state, options: options)
        }
        let instant = now().inWholeMilliseconds
        let flow = SignInFlow(
            id: id, realm: caller.realm, provider: provider, session: session, browser: browser, callback: callback,
            returnTarget: String(decoding: try JSONEncoder().encode(target), as: UTF8.self),
            sealedState: try sealer.seal(
                JSONEncoder().encode(begun.remembered), for: SignInFlow.sealingContext(project: caller.project.id, id: id)),
            createdAt: instant, expiresAt: instant.addingTimeInterval(SignInFlow.lifetimeSeconds))
        try await store.write { transaction in
            // Abandoned sign-ins leave here, so that nothing needs to run in the background.
            try transaction.removeExpired(at: instant)
            try transaction.insert(flow)
        }
        return begun.authorizationURL
    }
}
