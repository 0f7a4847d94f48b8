import LatchkeyWire
import Synchronization

// For the other clients of this package.
extension Auth {
    package var configuration: AuthConfiguration { backend.configuration }

    /// The current uid and ID token, which may have expired, without a request to the server.
    package var currentIDToken: (uid: String, token: String)? {
        state.withLock { $0.current }.map { ($0.uid, $0.tokens.current.idToken) }
    }

    /// The current session and the note that another client stored with it, as one consistent snapshot.
    package var currentSession: (uid: String, token: String, email: String?, note: String?)? {
        state.withLock { $0.current }.map(\.stored).map { stored in
            (stored.account.localId ?? "", stored.tokens.idToken, stored.account.email, stored.note)
        }
    }

    /// Returns the current uid with a valid ID token; `nil` if no user is signed in.
    package func idToken(forcingRefresh: Bool) async throws -> (uid: String, token: String)? {
        guard let user = currentUser else { return nil }
        return (user.uid, try await user.getIDToken(forcingRefresh: forcingRefresh))
    }
}
