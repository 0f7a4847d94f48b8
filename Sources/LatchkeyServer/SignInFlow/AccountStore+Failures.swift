// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyOAuth

extension AccountStore {
    /// Asks a provider, and writes down that it refused, or that the person did there: the operator has to see that nobody can come in.
    func recordingFailures<T: Sendable>(
        of provider: ProviderID, in realm: Realm, from address: String?, at now: WallClock, _ body: () async throws -> T
    ) async throws -> T {
        do {
            return try await body()
        } catch let error as OAuthError {
            let event = AuthEvent(
                at: now().inWholeMilliseconds, realm: realm, kind: .signIn, outcome: .refused, method: provider.identityProvider,
                reason: error.code.rawValue, address: address)
            try await write { try $0.append(event) }
            throw error
        }
    }
}
