import Foundation
import LatchkeyWire
import Synchronization

/// An account with its session: what ``Auth`` keeps, and what the ``User`` objects that an app holds show.
///
/// It knows neither of them for long: a user holds its ``Auth``, so that it can always do its work, and nothing points back.
final class SignedInAccount: Sendable {
    private struct State {
        var account: LatchkeyWire.UserInfo
        var isAnonymous: Bool
        var note: String?
        /// What providers gave in this run, by their names; not written down here.
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

    /// What is to be written down.
    var stored: StoredSession {
        state.withLock { StoredSession(account: $0.account, isAnonymous: $0.isAnonymous, tokens: tokens.current, note: $0.note) }
    }

    /// What another client of this package keeps with the session.
    var note: String? {
        get { state.withLock { $0.note } }
        set { state.withLock { $0.note = newValue } }
    }

    /// The credential that a provider gave last in this run.
    func credential(of provider: String) -> OAuthCredential? { state.withLock { $0.credentials[provider] } }

    func keep(_ credential: AuthCredential?) {
        guard let credential = credential as? OAuthCredential else { return }
        state.withLock { $0.credentials[credential.provider] = credential }
    }

    /// The object that apps see; the same one as long as anybody holds it.
    func user(of auth: Auth) -> User {
        state.withLock {
            if let user = $0.user { return user }
            let user = User(auth: auth, session: self)
            $0.user = user
            return user
        }
    }

    /// Takes what another app stored of the same account.
    func adopt(_ session: StoredSession) {
        state.withLock {
            $0.account = session.account
            $0.isAnonymous = session.isAnonymous
            $0.note = session.note
        }
        tokens.adopt(session.tokens)
    }

    /// Takes the account as the server shows it.
    func adopt(_ account: LatchkeyWire.UserInfo) {
        state.withLock {
            $0.account = account
            if account.isCertainlyNotAnonymous { $0.isAnonymous = false }
        }
    }
}

extension LatchkeyWire.UserInfo {
    /// The server does not store who is anonymous: having an identity, a password or a passkey ends it.
    var isCertainlyNotAnonymous: Bool {
        providerUserInfo?.isEmpty == false || passkeyInfo?.isEmpty == false || (email != nil && passwordHash != nil)
    }
}

extension AuthBackend {
    /// The tokens of a session, which renew themselves here.
    func tokens(_ tokens: TokenSet, now: @escaping @Sendable () -> Date) -> SessionTokens {
        SessionTokens(tokens, now: now) { refreshToken in
            let reply = try await call(.token, TokenRequest(refreshToken: refreshToken), returning: TokenReply.self)
            return try TokenSet(
                idToken: reply.accessToken ?? reply.idToken, refreshToken: reply.refreshToken ?? refreshToken,
                expiresIn: reply.expiresIn, now: now())
        }
    }
}
