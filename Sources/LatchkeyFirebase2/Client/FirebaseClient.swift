import Foundation
package import LatchkeyAuth
package import LatchkeyDatabase
import Synchronization

/// The connection and the signed-in user, shared by all references to one database.
package final class FirebaseClient: Sendable {
    struct State {
        /// The number of sign-ins and sign-outs. A sign-in with a lower number was pre-empted.
        var attempt = 0
        /// The number of sign-ins that the sign-in server has accepted and the database has not yet.
        var settling = 0
        var observers = AuthObserverList()
        /// The last session that both servers accepted. It is restored if a later sign-in fails.
        var settled: SessionHandle
        /// The blocks to call if a session ends without a sign-out or another sign-in by the app.
        var revocations: [(session: SessionHandle, block: @MainActor @Sendable () -> Void)] = []
    }

    package let auth: Auth
    package let database: Database
    let state: Mutex<State>

    init(_ configuration: AuthConfiguration) {
        auth = Auth(configuration: configuration)
        if let error = auth.sessionRestoreError as NSError? {
            // Firebase 2.x has no call that could report this error.
            let text = "LatchkeyFirebase2: the session was not restored: \(error.localizedFailureReason ?? error.localizedDescription)\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
        // If the program ended between the two responses, it left a session that the database never accepted.
        if auth.currentSession?.note.flatMap(SessionNote.init(text:)) == nil, !auth.sessionHandle.isNobody { try? auth.signOut() }
        state = Mutex(State(settled: auth.sessionHandle))
        database = Database.database(auth: auth)
        Task { [weak self, changes = auth.authStateChanges] in
            for await _ in changes { self?.tell() }
        }
    }

    /// The signed-in user, without a request to a server.
    package var authData: FAuthData? {
        guard let current = auth.currentSession, var note = current.note.flatMap(SessionNote.init(text:)) else { return nil }
        // The email address may have changed since the sign-in.
        if note.provider == "password", let email = current.email { note.providerData = ProviderData.password(email) }
        return FAuthData(uid: current.uid, token: current.token, note: note)
    }

    /// Notifies the observers of changes.
    func tell() {
        let revoked = state.withLock { state in
            guard state.settling == 0 else { return [@MainActor @Sendable () -> Void]() }
            state.observers.tell(authData)
            // Sign-outs and later sign-ins of the app have already removed their own entries. The sessions of the remaining entries ended
            // without them.
            let present = auth.sessionHandle
            let ended = state.revocations.filter { $0.session != present }.map(\.block)
            state.revocations.removeAll { $0.session != present }
            return ended
        }
        guard !revoked.isEmpty else { return }
        Task { @MainActor in for block in revoked { block() } }
    }
}
