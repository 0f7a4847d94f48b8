import Foundation
package import LatchkeyAuth
package import LatchkeyDatabase
import Synchronization

/// What all references to one database share: the connection, and who is signed in.
package final class FirebaseClient: Sendable {
    struct State {
        /// Counts sign-ins and sign-outs: one that is not the last any more was pre-empted.
        var attempt = 0
        /// Sign-ins that have taken effect at the server of accounts, and not yet at the database.
        var settling = 0
        var observers = AuthObserverList()
        /// The session that both servers accepted last: the one to go back to when a later sign-in fails.
        var settled: SessionHandle
        /// Who wants to hear when a session ends by itself.
        var revocations: [(session: SessionHandle, block: @MainActor @Sendable () -> Void)] = []
    }

    package let auth: Auth
    package let database: Database
    let state: Mutex<State>

    init(_ configuration: AuthConfiguration) {
        auth = Auth(configuration: configuration)
        if let error = auth.sessionRestoreError as NSError? {
            // Firebase 2.x has no call that could say so.
            let text = "LatchkeyFirebase2: nobody is signed in: \(error.localizedFailureReason ?? error.localizedDescription)\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
        // A program that ended between both answers left a session that the database never accepted.
        if auth.currentSession?.note.flatMap(SessionNote.init(text:)) == nil, !auth.sessionHandle.isNobody { try? auth.signOut() }
        state = Mutex(State(settled: auth.sessionHandle))
        database = Database.database(auth: auth)
        Task { [weak self, changes = auth.authStateChanges] in
            for await _ in changes { self?.tell() }
        }
    }

    /// Who is signed in, without asking anybody.
    package var authData: FAuthData? {
        guard let current = auth.currentSession, var note = current.note.flatMap(SessionNote.init(text:)) else { return nil }
        // An address may have been changed since.
        if note.provider == "password", let email = current.email { note.providerData = ProviderData.password(email) }
        return FAuthData(uid: current.uid, token: current.token, note: note)
    }

    /// Tells observers, where it is news to them.
    func tell() {
        let revoked = state.withLock { state in
            guard state.settling == 0 else { return [@MainActor @Sendable () -> Void]() }
            state.observers.tell(authData)
            // Sign-outs and later sign-ins of the app have taken theirs away by now: what is left ended by itself.
            let present = auth.sessionHandle
            let ended = state.revocations.filter { $0.session != present }.map(\.block)
            state.revocations.removeAll { $0.session != present }
            return ended
        }
        guard !revoked.isEmpty else { return }
        Task { @MainActor in for block in revoked { block() } }
    }
}
