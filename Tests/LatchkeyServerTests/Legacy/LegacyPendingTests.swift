import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// A provider's assertion is not kept for an address with an existing account if the client could not use it later.
@Suite struct LegacyPendingTests {
    @Test(arguments: [true, false]) func aWordThatNobodyAsksForIsNotKept(isKept: Bool) async throws {
        let server = try await DatabaseServer.answeringLegacy { $0.oneAccountPerEmail = true }
        let clock = server.server.clock
        let store = server.server.store
        let sessions = Sessions(store: store, authority: server.server.authority, now: { clock.now })
        let signIn = ProviderSignIn(store: store, sessions: sessions, sealer: server.server.sealer, now: { clock.now })
        try await server.server.run { caller in
            _ = try await caller.legacyGet("/v2/default/auth/twitter/token?oauth_token=t-ada&oauth_token_secret=s")
        }
        let second = ProviderAssertion(
            key: IdentityKey(provider: .github, origin: "https://github.test", rawID: "17"), email: EmailAddress("ada@example.org"),
            tokens: .init(accessToken: Secret("g-ada")))
        let caller = Caller(project: server.server.project, generation: .legacy)
        guard case .confirmationNeeded(_, let token) = try await signIn.finish(second, for: .signIn(caller), keepsPending: isKept) else {
            Issue.record("the address has an account")
            return
        }
        let kept = try await store.read { try $0.pendingCredential(Fingerprint(of: token.expose())) }
        #expect((kept != nil) == isKept)
    }
}
