import Foundation
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeySQL

/// Original clients cannot use a pending token, so their refused sign-ins store no credential of a provider.
@Suite struct LegacyPendingTests {
    @Test func aRefusedSignInOfAnOriginalClientIsNotKept() async throws {
        let server = try await DatabaseServer.servingLegacy { $0.oneAccountPerEmail = true }
        let store = server.server.store
        @Sendable func kept() async throws -> Int {
            try await store.read { view in
                try #require(view as? Transaction).all("SELECT id FROM pending_credential", [:]) { _ in }.count
            }
        }
        try await server.server.run { caller in
            _ = try await caller.legacyGet("/v2/default/auth/twitter/token?oauth_token=t-ada&oauth_token_secret=s")
            let refused = try await caller.legacyGet("/v2/default/auth/github/token?access_token=g-ada")
            #expect(refused.legacyError == "EMAIL_TAKEN", "\(refused.text)")
            #expect(try await kept() == 0)
            // A client of today, which can, gets a pending token for the same credential.
            let received = try await caller.idp("access_token=g-ada&providerId=github.com")
            #expect(received.json["needConfirmation"] as? Bool == true, "\(received.text)")
            #expect(try await kept() == 1)
        }
    }
}
