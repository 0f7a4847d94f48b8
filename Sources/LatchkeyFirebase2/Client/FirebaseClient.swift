// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
        /// Who wants to hear when the session of a sign-in ends by itself, with the number of that sign-in.
        var revocations: [(attempt: Int, block: @MainActor @Sendable () -> Void)] = []
    }

    package let auth: Auth
    package let database: Database
    let state = Mutex(State())

    init(_ configuration: AuthConfiguration) {
        auth = Auth(configuration: configuration)
        database = Database.database(auth: auth)
        Task { [weak self, changes = auth.authStateChanges] in
            for await _ in changes { self?.tell() }
        }
    }

    /// Who is signed in, without asking anybody.
    package var authData: FAuthData? {
        guard let current = auth.currentIDToken, let note = auth.sessionNote.flatMap(SessionNote.init(text:)) else { return nil }
        return FAuthData(uid: current.uid, token: current.token, note: note)
    }

    /// Calls a block when the present session ends by itself: not by a sign-out of this app, and not by another sign-in.
    package func onRevocation(_ block: @escaping @MainActor @Sendable () -> Void) {
        state.withLock { $0.revocations.append(($0.attempt, block)) }
    }

    /// Tells observers, where it is news to them.
    func tell() {
        let revoked = state.withLock { state in
            guard state.settling == 0 else { return [@MainActor @Sendable () -> Void]() }
            let authData = authData
            state.observers.tell(authData)
            state.revocations.removeAll { $0.attempt != state.attempt }
            guard authData == nil else { return [] }
            defer { state.revocations = [] }
            return state.revocations.map(\.block)
        }
        guard !revoked.isEmpty else { return }
        Task { @MainActor in for block in revoked { block() } }
    }
}
