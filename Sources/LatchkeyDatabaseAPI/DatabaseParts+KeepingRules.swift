import LatchkeyIdentity
package import LatchkeyRealtime
package import LatchkeyRules
import LatchkeyTree

extension DatabaseParts {
    /// Keeps other rules of a database, with their history and in the record of events.
    ///
    /// - Parameters:
    ///   - former: those that somebody meant to change; nil for whatever holds.
    ///   - actor: who wants them; nil where nobody is known, as in an emulator.
    /// - Throws: ``DatabaseRefusal`` where a file says what holds; `RulesChanged`.
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
