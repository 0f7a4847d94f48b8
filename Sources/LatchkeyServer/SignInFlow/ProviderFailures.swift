import LatchkeyIdentity
import LatchkeyOAuth

/// What went wrong at providers, in the record of events: the operator has to see that nobody can come in.
struct ProviderFailures: Sendable {
    let store: any AccountStore
    let limits: ProviderCallLimits
    let now: WallClock

    /// Asks a provider, and writes down that it refused, or that the person did there.
    func recording<T: Sendable>(
        of provider: ProviderID, in realm: Realm, from address: String?, _ body: () async throws -> T
    ) async throws -> T {
        do {
            return try await body()
        } catch let error as OAuthError {
            if limits.recordsFailure(in: realm.project) {
                let event = AuthEvent(
                    at: now().inWholeMilliseconds, realm: realm, kind: .signIn, outcome: .refused, method: provider.identityProvider,
                    reason: error.code.rawValue, address: address)
                try await store.write { try $0.append(event) }
            }
            throw error
        }
    }
}
