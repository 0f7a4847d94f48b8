import Foundation

extension StoreWriting {
    /// Ends all sessions of an account except one, on servers with ``AccountPolicies/endsSessions``.
    @discardableResult
    func endSessions(of account: AccountID, for caller: Caller, except kept: SessionID? = nil) throws -> Int {
        guard caller.project.policies.endsSessions else { return 0 }
        return try deleteSessions(of: account, in: caller.realm, except: kept)
    }

    /// Records an event if an address may look like another one, to warn the operator. The address is not refused.
    ///
    /// - Parameter before: The address that the account had.
    func noteMixedScripts(
        of account: Account, after before: EmailAddress?, for caller: Caller, actor: String? = nil, at instant: Date
    ) throws {
        guard let email = account.email, email != before, !email.mixedScripts.isEmpty else { return }
        try append(
            AuthEvent(
                at: instant, realm: account.realm, kind: .mixedScripts, outcome: .allowed, actor: actor, subject: account.id,
                address: caller.client.address))
    }
}
