/// Those who may open the console, as an owner looks after them.
public struct Administrators: Sendable {
    let store: any AccountStore
    let invitations: AdministratorInvitations
    let now: WallClock

    public init(store: any AccountStore, invitations: AdministratorInvitations, now: @escaping WallClock) {
        self.store = store
        self.invitations = invitations
        self.now = now
    }

    /// Nobody could change settings any more, or make another owner.
    public struct LastOwner: Error {}

    /// More than these are not shown.
    private static let maxCount = 1000
    private static let realm = Realm(project: .console)

    public func all() async throws -> [Account] {
        try await store.read { try $0.accounts(in: Self.realm, after: nil, limit: Self.maxCount) }
    }

    /// Writes down that somebody is invited, or is not any more.
    ///
    /// - Parameter isWithdrawn: Whether the link that they were given is good no more.
    public func recordInvitation(
        as role: ConsoleRole, isWithdrawn: Bool = false, by actor: AccountID, from address: String?
    ) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            try transaction.append(
                AuthEvent(
                    at: instant, realm: Self.realm, kind: .configure, outcome: .allowed, actor: AuthEvent.actor(administrator: actor),
                    reason: (isWithdrawn ? "invitation withdrawn, as " : "invitation as ") + role.rawValue, address: address))
        }
    }

    /// Gives somebody another role, from their next request on. Whom they have invited cannot come any more.
    ///
    /// - Throws: ``LastOwner``; ``SignInError`` with `USER_NOT_FOUND`.
    public func set(_ role: ConsoleRole, of id: AccountID, by actor: AccountID, from address: String?) async throws {
        try await change(id, .update, "role " + role.rawValue, by: actor, from: address) { account, transaction in
            var account = account
            account.customClaims = role.claims
            try transaction.update(account)
        }
    }

    /// - Throws: ``LastOwner``; ``SignInError`` with `USER_NOT_FOUND`.
    public func remove(_ id: AccountID, by actor: AccountID, from address: String?) async throws {
        try await change(id, .delete, nil, by: actor, from: address) { account, transaction in
            _ = try transaction.deleteAccount(account.id, in: account.realm)
        }
    }

    private func change(
        _ id: AccountID, _ kind: AuthEvent.Kind, _ reason: String?, by actor: AccountID, from address: String?,
        _ edit: @escaping @Sendable (Account, any StoreWriting) throws -> Void
    ) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard let account = try transaction.account(id, in: Self.realm) else { throw SignInError(.userNotFound) }
            try edit(account, transaction)
            // Looked at afterwards, in the same transaction: of two owners who remove each other at once, the second is refused.
            let left = try transaction.accounts(in: Self.realm, after: nil, limit: Self.maxCount)
            guard left.contains(where: { ConsoleRole(of: $0) == .owner && !$0.disabled }) else { throw LastOwner() }
            try transaction.append(
                AuthEvent(
                    at: instant, realm: Self.realm, kind: kind, outcome: .allowed, actor: AuthEvent.actor(administrator: actor),
                    subject: id, reason: reason, address: address))
        }
        // Or they would be good again with the role.
        invitations.end(by: id)
    }
}
