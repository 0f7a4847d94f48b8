package import LatchkeyIdentity

/// The names of administrators in the audit log. Events identify administrators by UID only, so that deleting an account also removes its
/// address. A former administrator is shown by UID.
package struct ActorNames: Sendable {
    private var names: [String: String] = [:]

    package init(_ actors: some Sequence<String?>, _ view: any StoreReading) throws {
        for actor in actors {
            guard let actor, names[actor] == nil, let id = AuthEvent.administrator(of: actor) else { continue }
            names[actor] = try view.account(id, in: Realm(project: .console))?.shownIdentifier ?? actor
        }
    }

    package func name(of actor: String?) -> String { actor.map { names[$0] ?? $0 } ?? "" }
}
