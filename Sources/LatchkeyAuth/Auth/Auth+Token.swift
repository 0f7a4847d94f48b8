import LatchkeyWire
import Synchronization

// For the other clients of this package.
extension Auth {
    package var configuration: AuthConfiguration { backend.configuration }

    /// Whoever is signed in, with an ID token that is good or not, without asking the server.
    package var currentIDToken: (uid: String, token: String)? {
        state.withLock { $0.current }.map { ($0.uid, $0.tokens.current.idToken) }
    }

    /// Whoever is signed in, and what another client keeps with the session: all of one moment.
    package var currentSession: (uid: String, token: String, email: String?, note: String?)? {
        state.withLock { $0.current }.map(\.stored).map { stored in
            (stored.account.localId ?? "", stored.tokens.idToken, stored.account.email, stored.note)
        }
    }

    /// Whoever is signed in, with a good ID token; nil for nobody.
    package func idToken(forcingRefresh: Bool) async throws -> (uid: String, token: String)? {
        guard let user = currentUser else { return nil }
        return (user.uid, try await user.getIDToken(forcingRefresh: forcingRefresh))
    }
}
