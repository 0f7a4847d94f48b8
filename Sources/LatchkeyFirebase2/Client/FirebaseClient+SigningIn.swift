import Foundation
package import LatchkeyAuth
import LatchkeyDatabase
import Synchronization

/// A sign-in in progress. It takes effect unless another sign-in or a sign-out starts before it completes.
package struct SignInAttempt: Sendable, Equatable {
    let number: Int
}

extension FirebaseClient {
    /// Starts a sign-in. Calls with blocks do this before they return, so that sign-ins start in the order in which the app makes the
    /// calls.
    package func beginAttempt() -> SignInAttempt {
        state.withLock { state in
            state.attempt += 1
            return SignInAttempt(number: state.attempt)
        }
    }

    /// Signs a user in. The sign-in takes effect after both the sign-in server and the database have accepted it.
    ///
    /// - Throws: Errors of ``FAuthenticationError``, including ``FAuthenticationError/preempted`` if another sign-in or a sign-out started
    ///   in the meantime.
    package func signIn(_ way: SignInWay) async throws -> FAuthData {
        try await signIn(beginAttempt()) { _ in way }
    }

    /// Signs a user in as part of an attempt.
    ///
    /// - Parameters:
    ///   - ended: Called if the session later ends without a sign-out or another sign-in by this app.
    ///   - way: Determines the sign-in method, as part of the sign-in.
    package func signIn(
        _ attempt: SignInAttempt, ended: (@MainActor @Sendable () -> Void)? = nil,
        _ way: @Sendable (FirebaseClient) async throws -> SignInWay
    ) async throws -> FAuthData {
        do {
            let completed = try await auth.complete(auth.prepare(way(self)))
            let session = try commit(completed, attempt)
            defer { settled() }
            do {
                return try await introduce(completed, session, attempt, ended)
            } catch {
                takeBack(session)
                throw error
            }
        } catch {
            throw isCurrent(attempt) ? FirebaseError.make(error) : FirebaseError.make(.preempted)
        }
    }

    /// Checks whether the database still accepts the signed-in user.
    ///
    /// - Parameter ended: Called if the session later ends without a sign-out or another sign-in by this app.
    /// - Returns: The signed-in user; `nil` if there is none.
    /// - Throws: Errors of ``FAuthenticationError``, also if the session of the last run cannot be read.
    package func confirm(ended: (@MainActor @Sendable () -> Void)? = nil) async throws -> FAuthData? {
        let session = auth.sessionHandle
        do {
            if let error = auth.sessionRestoreError, session.isNobody { throw error }
            guard authData != nil else { return nil }
            _ = try await database.introduction()
            return state.withLock { state in
                guard auth.sessionHandle == session, let authData else { return nil }
                if let ended { state.revocations.append((session, ended)) }
                return authData
            }
        } catch {
            // If the user was signed out in the meantime, no user is reported, without an error.
            if !session.isNobody, auth.sessionHandle.isNobody { return nil }
            throw FirebaseError.make(error)
        }
    }

    /// Signs out, and pre-empts sign-ins in progress.
    package func signOut() {
        state.withLock { state in
            state.attempt += 1
            state.revocations = []
            // The user is signed out even if the stored session cannot be removed. The call of Firebase 2.x cannot report an error.
            try? auth.signOut()
            state.settled = auth.sessionHandle
        }
        tell()
    }

    func isCurrent(_ attempt: SignInAttempt) -> Bool { state.withLock { $0.attempt == attempt.number } }

    private func commit(_ completed: CompletedSignIn, _ attempt: SignInAttempt) throws -> SessionHandle {
        try state.withLock { state in
            guard state.attempt == attempt.number else { throw FirebaseError.make(.preempted) }
            let session = try auth.commit(completed)
            state.settling += 1
            return session
        }
    }

    /// Undoes a sign-in that the database rejected or that was pre-empted, and restores the previous session.
    private func takeBack(_ session: SessionHandle) {
        state.withLock { state in try? auth.takeBack(session, for: state.settled) }
    }

    private func settled() {
        state.withLock { $0.settling -= 1 }
        tell()
    }

    /// Waits until the database accepts the session, and stores its response with the session.
    private func introduce(
        _ completed: CompletedSignIn, _ session: SessionHandle, _ attempt: SignInAttempt, _ ended: (@MainActor @Sendable () -> Void)?
    ) async throws -> FAuthData {
        let introduction = try await database.introduction()
        let provider = introduction.auth["provider"] as? String ?? "custom"
        let note = SessionNote(
            auth: introduction.auth, provider: provider,
            providerData: ProviderData.members(of: completed.prepared, provider: provider, user: auth.currentUser))
        guard let text = note.text else { throw FirebaseError.make(.unknown, "The provider's data cannot be stored.") }
        return try state.withLock { state in
            guard state.attempt == attempt.number, auth.sessionHandle == session, let current = auth.currentIDToken else {
                throw FirebaseError.make(.preempted)
            }
            try auth.setSessionNote(text, of: session)
            state.settled = session
            state.revocations = ended.map { [(session, $0)] } ?? []
            return FAuthData(uid: current.uid, token: current.token, note: note)
        }
    }
}
