import Foundation
package import LatchkeySecrets

/// Deletes the account of a signed-in user (`accounts:delete`).
package struct AccountRemoval: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let now: WallClock
    let random: RandomTokens

    package init(store: any AccountStore, sessions: Sessions, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.sessions = sessions
        self.now = now
        self.random = random
    }

    /// Deletes the caller's account. Its events have a pseudonym afterwards, and no address.
    ///
    /// - Throws: ``SignInError``: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `USER_NOT_FOUND`.
    package func delete(_ holder: SignedInCaller) async throws {
        try sessions.requireRecentSignIn(holder)
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            let account = try sessions.account(of: holder, in: transaction)
            guard let pseudonym = try transaction.erase(account.id, in: account.realm, at: instant, random: random) else {
                throw SignInError(.userNotFound)
            }
            try transaction.append(
                AuthEvent(
                    at: instant, realm: account.realm, kind: .delete, outcome: .allowed, actor: pseudonym.rawValue, subject: pseudonym))
        }
    }
}
