import Foundation
import LatchkeyWire
import Synchronization

/// An account and its session, shared by ``Auth`` and the ``User`` objects of the app.
///
/// It has only a weak reference to the user. A user retains its ``Auth``, so that its operations always work, and there is no reference
/// cycle.
final class SignedInAccount: Sendable {
    private struct State {
        var account: LatchkeyWire.UserInfo
        var isAnonymous: Bool
        var note: String?
        /// The credentials that providers supplied in this run, by provider. They are not stored.
        var credentials: [String: OAuthCredential] = [:]
        weak var user: User?
    }

    let tokens: SessionTokens
    private let state: Mutex<State>

    init(_ session: StoredSession, tokens: SessionTokens) {
        state = Mutex(State(account: session.account, isAnonymous: session.isAnonymous, note: session.note))
        self.tokens = tokens
    }

    var account: LatchkeyWire.UserInfo { state.withLock { $0.account } }
    var isAnonymous: Bool { state.withLock { $0.isAnonymous } }
    var uid: String { account.localId ?? "" }

    /// The session to store.
    var stored: StoredSession {
        state.withLock { StoredSession(account: $0.account, isAnonymous: $0.isAnonymous, tokens: tokens.current, note: $0.note) }
    }

    /// The note that another client of this package stores with the session.
    var note: String? {
        get { state.withLock { $0.note } }
        set { state.withLock { $0.note = newValue } }
    }

    /// Returns the last credential of a provider in this run.
    func credential(of provider: String) -> OAuthCredential? { state.withLock { $0.credentials[provider] } }

    func keep(_ credential: AuthCredential?) {
        guard let credential = credential as? OAuthCredential else { return }
        state.withLock { $0.credentials[credential.provider] = credential }
    }

    /// Returns the user object for apps. It is the same object while anything retains it.
    func user(of auth: Auth) -> User {
        state.withLock {
            if let user = $0.user { return user }
            let user = User(auth: auth, session: self)
            $0.user = user
            return user
        }
    }

    /// Takes over the session that another app stored for the same account.
    func adopt(_ session: StoredSession) {
        state.withLock {
            $0.account = session.account
            $0.isAnonymous = session.isAnonymous
            $0.note = session.note
        }
        tokens.adopt(session.tokens)
    }

    /// Takes over the account from a server response.
    func adopt(_ account: LatchkeyWire.UserInfo) {
        state.withLock {
            $0.account = account
            if account.isCertainlyNotAnonymous { $0.isAnonymous = false }
        }
    }
}

extension LatchkeyWire.UserInfo {
    /// Whether the account cannot be anonymous. The server does not store this: an identity, a password or a passkey rules it out.
    var isCertainlyNotAnonymous: Bool {
        providerUserInfo?.isEmpty == false || passkeyInfo?.isEmpty == false || (email != nil && passwordHash != nil)
    }
}

extension AuthBackend {
    /// Returns the tokens of a session, which are renewed automatically.
    func tokens(_ tokens: TokenSet, now: @escaping @Sendable () -> Date) -> SessionTokens {
        SessionTokens(tokens, now: now) { refreshToken in
            let reply = try await call(.token, TokenRequest(refreshToken: refreshToken), returning: TokenReply.self)
            return try TokenSet(
                idToken: reply.accessToken ?? reply.idToken, refreshToken: reply.refreshToken ?? refreshToken,
                expiresIn: reply.expiresIn, now: now())
        }
    }
}
