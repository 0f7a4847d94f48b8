import Foundation
package import LatchkeyAuth
import LatchkeyDatabase
import Synchronization

/// A sign-in that has begun, and counts unless another one, or a sign-out, begins before its end.
package struct SignInAttempt: Sendable, Equatable {
    let number: Int
}

extension FirebaseClient {
    /// Begins a sign-in. Calls with blocks do so before they return, so that what an app calls first comes first.
    package func beginAttempt() -> SignInAttempt {
        state.withLock { state in
            state.attempt += 1
            return SignInAttempt(number: state.attempt)
        }
    }

    /// Signs somebody in. It counts when both have accepted it: the server of accounts and the database.
    ///
    /// - Throws: errors of ``FAuthenticationError``, ``FAuthenticationError/preempted`` when another sign-in or sign-out began meanwhile.
    package func signIn(_ way: SignInWay) async throws -> FAuthData {
        try await signIn(beginAttempt()) { _ in way }
    }

    /// - Parameters:
    ///   - ended: called when the session ends later by itself: not by a sign-out of this app, and not by another sign-in.
    ///   - way: has to be found out first, which is a part of the sign-in.
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

    /// Asks the database whether it still believes who is signed in.
    ///
    /// - Parameter ended: as for a sign-in.
    /// - Returns: who is signed in; nil for nobody.
    /// - Throws: errors of ``FAuthenticationError``; that the session of the last run cannot be read is one of them.
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
            // Who was signed out meanwhile is not signed in, and that is all.
            if !session.isNobody, auth.sessionHandle.isNobody { return nil }
            throw FirebaseError.make(error)
        }
    }

    /// Signs out; sign-ins that are under way are pre-empted.
    package func signOut() {
        state.withLock { state in
            state.attempt += 1
            state.revocations = []
            // Nobody is signed in even where the stored session cannot be removed; the call of 2.x has no way to say more.
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

    /// What the database does not accept, or what was pre-empted, is no sign-in: whoever was signed in before is again.
    private func takeBack(_ session: SessionHandle) {
        state.withLock { state in try? auth.takeBack(session, for: state.settled) }
    }

    private func settled() {
        state.withLock { $0.settling -= 1 }
        tell()
    }

    /// Waits for the database's word, and keeps it with the session.
    private func introduce(
        _ completed: CompletedSignIn, _ session: SessionHandle, _ attempt: SignInAttempt, _ ended: (@MainActor @Sendable () -> Void)?
    ) async throws -> FAuthData {
        let introduction = try await database.introduction()
        let provider = introduction.auth["provider"] as? String ?? "custom"
        let note = SessionNote(
            auth: introduction.auth, provider: provider,
            providerData: ProviderData.members(of: completed.prepared, provider: provider, user: auth.currentUser))
        guard let text = note.text else { throw FirebaseError.make(.unknown, "What the provider told cannot be kept.") }
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
