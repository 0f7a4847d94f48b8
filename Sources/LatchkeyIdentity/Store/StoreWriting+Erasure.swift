package import Foundation
package import LatchkeySecrets

extension StoreWriting {
    /// Deletes an account, and removes it from the audit log: its newest events in this transaction, and the rest later, together with its data
    /// in the databases. Every deletion of an account goes through this method or ``eraseTenant(_:of:at:random:)``.
    ///
    /// - Parameter limit: The maximum number of events that this transaction changes.
    /// - Returns: The pseudonym that stands for the uid in the audit log; `nil` if there is no such account.
    package func erase(
        _ id: AccountID, in realm: Realm, at instant: Date, random: RandomTokens, limit: Int = AccountErasure.batch
    ) throws -> AccountID? {
        guard try deleteAccount(id, in: realm) else { return nil }
        try queueDeletion(of: id, in: realm, at: instant, random: random)
        let pseudonym = AccountID.pseudonym(random: random)
        let erasure = AccountErasure(pseudonym: pseudonym, account: id, realm: realm, deletedAt: instant.inWholeMilliseconds)
        let count = try pseudonymizeEvents(of: erasure, limit: limit, evenLater: true)
        if try count == limit || hasDataPaths(realm.project) { try insert(erasure) }
        return pseudonym
    }

    /// Deletes a tenant with its accounts. They are removed from the audit log later, because there may be many.
    ///
    /// - Returns: Whether the tenant existed.
    package func eraseTenant(_ id: TenantID, of project: ProjectID, at instant: Date, random: RandomTokens) throws -> Bool {
        guard id != .none, try tenant(id, of: project) != nil else { return false }
        let realm = Realm(project: project, tenant: id)
        var last: AccountID?
        repeat {
            let page = try accounts(in: realm, after: last, limit: AccountErasure.batch)
            for account in page {
                try queueDeletion(of: account.id, in: realm, at: instant, random: random)
                try insert(
                    AccountErasure(
                        pseudonym: .pseudonym(random: random), account: account.id, realm: realm, deletedAt: instant.inWholeMilliseconds))
            }
            last = page.last?.id
        } while last != nil
        return try deleteTenant(id, of: project)
    }

    private func hasDataPaths(_ project: ProjectID) throws -> Bool {
        guard project != .console, let settings = try self.project(project)?.settings else { return false }
        return !settings.deletedDataPaths.isEmpty
    }
}
