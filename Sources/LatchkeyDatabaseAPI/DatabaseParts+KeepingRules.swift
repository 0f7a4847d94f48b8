import LatchkeyIdentity
package import LatchkeyRealtime
package import LatchkeyRules
import LatchkeyTree

extension DatabaseParts {
    /// Replaces the rules of a database, and records the change in the history of the rules and in the audit log.
    ///
    /// - Parameters:
    ///   - rules: The new rules.
    ///   - database: The database.
    ///   - former: The rules that the caller intends to replace; `nil` to replace any rules.
    ///   - actor: The actor for the audit log; `nil` if unknown, as in an emulator.
    ///   - address: The address of the client, for the audit log.
    /// - Throws: ``DatabaseRefusal`` if the rules of the database are managed by a file; `RulesChanged`.
    package func keep(
        _ rules: SecurityRules, of database: RealtimeDatabase, over former: SecurityRules? = nil, by actor: String?, from address: String?
    ) async throws {
        try requireOwnRules(of: database.id)
        try await database.replace(rules: rules, over: former, by: actor)
        let event = AuthEvent(
            at: accounts.now().inWholeMilliseconds, realm: Realm(project: ProjectID(rawValue: database.id.project)), kind: .configure,
            outcome: .allowed, actor: actor, reason: "rules of \(database.id.name), now \(rules.version)", address: address)
        try await accounts.store.write { try $0.append(event) }
    }
}
