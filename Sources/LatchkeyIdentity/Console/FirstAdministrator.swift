// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeySecrets

/// Makes the first administrator, an owner, for whoever has the secret of the ``ConsoleInvitation``.
public struct FirstAdministrator: Sendable {
    let invitation: ConsoleInvitation
    let store: any AccountStore
    let sessions: Sessions
    let passwords: PasswordVault
    let now: WallClock
    let random: RandomTokens

    public init(
        invitation: ConsoleInvitation, store: any AccountStore, sessions: Sessions, passwords: PasswordVault, now: @escaping WallClock,
        random: RandomTokens = .system
    ) {
        self.invitation = invitation
        self.store = store
        self.sessions = sessions
        self.passwords = passwords
        self.now = now
        self.random = random
    }

    /// Whoever has no secret learns nothing about the password either.
    public struct InvitationOver: Error {}

    /// Makes the account and signs it in.
    ///
    /// - Throws: ``InvitationOver`` for another secret, one whose hour is over, and where there is an administrator; ``SignInError`` as
    ///   ``PasswordPolicy/check(_:)`` throws.
    public func create(
        _ secret: Secret<String>, email: EmailAddress, password: Secret<String>, caller: Caller
    ) async throws -> IssuedTokens {
        guard invitation.accepts(secret) else { throw InvitationOver() }
        try caller.project.settings.passwordPolicy.check(password)
        let hash = try await passwords.hash(password, for: caller.project)
        let id = AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet))
        let instant = now().inWholeMilliseconds
        let account = Account(
            id: id, realm: caller.realm, email: email, password: hash, passwordUpdatedAt: instant, customClaims: ConsoleRole.owner.claims,
            createdAt: instant)
        let opened = try await store.write { transaction in
            // Of two who use one link at once, one finds the other here.
            guard try transaction.accounts(in: caller.realm, after: nil, limit: 1).isEmpty else { throw InvitationOver() }
            try transaction.insert(account)
            let opened = try sessions.open(account, by: .password, for: caller, in: transaction)
            try EventScribe(transaction: transaction, caller: caller, method: .password, at: instant, actor: id.rawValue)
                .write(.signUp, .allowed, subject: id, session: opened.session.id)
            return opened
        }
        invitation.end()
        return try await sessions.issue(opened)
    }
}

extension StoreReading {
    /// Whether somebody may open the console.
    public func hasAdministrator() throws -> Bool {
        try !accounts(in: Realm(project: .console), after: nil, limit: 1).isEmpty
    }
}
