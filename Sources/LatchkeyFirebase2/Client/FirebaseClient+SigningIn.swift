// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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

    /// - Parameter way: has to be found out first, which is a part of the sign-in.
    package func signIn(
        _ attempt: SignInAttempt, _ way: @Sendable (FirebaseClient) async throws -> SignInWay
    ) async throws -> FAuthData {
        do {
            let completed = try await auth.complete(auth.prepare(way(self)))
            try commit(completed, attempt)
            defer { settled() }
            return try await introduce(completed, attempt)
        } catch {
            throw isCurrent(attempt) ? FirebaseError.make(error) : FirebaseError.make(.preempted)
        }
    }

    /// Asks the database whether it still believes who is signed in.
    ///
    /// - Returns: who is signed in; nil for nobody.
    /// - Throws: errors of ``FAuthenticationError``; that the session of the last run cannot be read is one of them.
    package func confirm() async throws -> FAuthData? {
        do {
            if let error = auth.sessionRestoreError, auth.currentIDToken == nil { throw error }
            guard authData != nil else { return nil }
            _ = try await database.introduction()
            return authData
        } catch {
            throw FirebaseError.make(error)
        }
    }

    /// Signs out; sign-ins that are under way are pre-empted.
    package func signOut() {
        _ = beginAttempt()
        // Nobody is signed in even where the stored session cannot be removed; the call of 2.x has no way to say more.
        try? auth.signOut()
        tell()
    }

    func isCurrent(_ attempt: SignInAttempt) -> Bool { state.withLock { $0.attempt == attempt.number } }

    private func commit(_ completed: CompletedSignIn, _ attempt: SignInAttempt) throws {
        try state.withLock { state in
            guard state.attempt == attempt.number else { throw FirebaseError.make(.preempted) }
            state.settling += 1
            do { try auth.commit(completed) } catch {
                state.settling -= 1
                throw error
            }
        }
    }

    private func settled() {
        state.withLock { $0.settling -= 1 }
        tell()
    }

    /// Waits for the database's word, and keeps it with the session.
    private func introduce(_ completed: CompletedSignIn, _ attempt: SignInAttempt) async throws -> FAuthData {
        let introduction: DatabaseIntroduction
        do {
            introduction = try await database.introduction()
        } catch {
            // What the database does not accept is no sign-in.
            if isCurrent(attempt) { try? auth.signOut() }
            throw error
        }
        guard isCurrent(attempt), let current = auth.currentIDToken, current.uid == completed.uid else {
            throw FirebaseError.make(.preempted)
        }
        let provider = introduction.auth["provider"] as? String ?? "custom"
        let note = SessionNote(
            auth: introduction.auth, provider: provider,
            providerData: ProviderData.members(of: completed.prepared, provider: provider, user: auth.currentUser))
        try auth.setSessionNote(note.text, of: completed.uid)
        return FAuthData(uid: current.uid, token: current.token, note: note)
    }
}
