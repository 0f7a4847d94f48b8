// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

// For the other clients of this package.
extension Auth {
    package var configuration: AuthConfiguration { backend.configuration }

    /// The ID token of whoever is signed in, good or not, without asking the server.
    package var currentIDToken: String? { state.withLock { $0.current }?.tokens.current.idToken }

    /// A good ID token of whoever is signed in; nil for nobody.
    package func idToken(forcingRefresh: Bool) async throws -> String? {
        try await currentUser?.getIDToken(forcingRefresh: forcingRefresh)
    }
}
