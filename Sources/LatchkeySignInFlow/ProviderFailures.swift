package import LatchkeyIdentity
import LatchkeyOAuth

/// Records failures at providers in the audit log, so that the operator notices when users cannot sign in.
package struct ProviderFailures: Sendable {
    let store: any AccountStore
    let limits: ProviderCallLimits
    let now: WallClock

    package init(store: any AccountStore, limits: ProviderCallLimits, now: @escaping WallClock) {
        self.store = store
        self.limits = limits
        self.now = now
    }

    /// Runs a call to a provider and records its failure: a refusal by the provider, or by the user on the provider's page.
    func recording<T: Sendable>(
        of provider: ProviderID, in realm: Realm, from address: String?, _ body: () async throws -> T
    ) async throws -> T {
        do {
            return try await body()
        } catch let error as OAuthError {
            if await limits.recordsFailure(in: realm.project) {
                let event = AuthEvent(
                    at: now().inWholeMilliseconds, realm: realm, kind: .signIn, outcome: .refused, method: provider.identityProvider,
                    reason: error.code.rawValue, address: address)
                try await store.write { try $0.append(event) }
            }
            throw error
        }
    }
}
