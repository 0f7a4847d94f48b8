import Foundation

/// Deletes the account of a signed-in user (`accounts:delete`).
package struct AccountRemoval: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let now: WallClock

    package init(store: any AccountStore, sessions: Sessions, now: @escaping WallClock) {
        self.store = store
        self.sessions = sessions
        self.now = now
    }

    /// Deletes the caller's account.
    ///
    /// - Throws: ``SignInError``: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `USER_NOT_FOUND`.
    package func delete(_ holder: SignedInCaller) async throws {
        try sessions.requireRecentSignIn(holder)
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            let account = try sessions.account(of: holder, in: transaction)
            guard try transaction.deleteAccount(account.id, in: account.realm) else { throw SignInError(.userNotFound) }
            let scribe = EventScribe(
                transaction: transaction, caller: holder.caller, method: nil, at: instant, actor: holder.account.id.rawValue)
            try scribe.write(.delete, .allowed, subject: holder.account.id)
        }
    }
}
