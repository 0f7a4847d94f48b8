import Foundation
package import LatchkeyIdentity
import LatchkeyOAuth
package import LatchkeySecrets

/// Starts sign-ins: gets the authorization URL from the provider and stores what the callback must match.
package struct FlowStarter: Sendable {
    let store: any AccountStore
    let providers: any ProviderLookup
    let failures: ProviderFailures
    let sealer: Sealer
    let publicAddress: PublicAddress
    let now: WallClock
    let random: RandomTokens

    package init(
        store: any AccountStore, providers: any ProviderLookup, failures: ProviderFailures, sealer: Sealer, publicAddress: PublicAddress,
        now: @escaping WallClock, random: RandomTokens
    ) {
        self.store = store
        self.providers = providers
        self.failures = failures
        self.sealer = sealer
        self.publicAddress = publicAddress
        self.now = now
        self.random = random
    }

    /// Starts a sign-in and stores its flow.
    ///
    /// - Parameters:
    ///   - session: The fingerprint of the session id that the client presents to get the result.
    ///   - browser: The fingerprint of the first-party cookie of the browser that goes to the provider.
    ///   - callback: The redirect URL for the provider. Defaults to the handler page; set it if the caller receives the callback itself.
    /// - Returns: The provider's authorization URL.
    package func begin(
        _ provider: ProviderID, for caller: Caller, session: Fingerprint, browser: Fingerprint?, target: ReturnTarget,
        options: FlowOptions, callback: String? = nil
    ) async throws -> String {
        let callback = callback ?? publicAddress.callbackURL
        let state = random.token()
        let id = Fingerprint(of: state)
        let begun = try await failures.recording(of: provider, in: caller.realm, from: caller.client.address) {
            try await providers.provider(provider, in: caller.realm).begin(callback: callback, state: state, options: options)
        }
        let instant = now().inWholeMilliseconds
        let flow = SignInFlow(
            id: id, realm: caller.realm, provider: provider, session: session, browser: browser, callback: callback,
            returnTarget: String(decoding: try JSONEncoder().encode(target), as: UTF8.self),
            sealedState: try sealer.seal(
                JSONEncoder().encode(begun.remembered), for: SignInFlow.sealingContext(project: caller.project.id, id: id)),
            createdAt: instant, expiresAt: instant.addingTimeInterval(SignInFlow.lifetimeSeconds))
        try await store.write { transaction in
            // Removes abandoned sign-ins here, so that no background task is needed.
            try transaction.removeExpired(at: instant)
            try transaction.insert(flow)
        }
        return begun.authorizationURL
    }
}
