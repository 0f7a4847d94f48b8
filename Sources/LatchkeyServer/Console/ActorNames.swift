import LatchkeyIdentity

/// Administrators by their addresses, for whoever reads who did what. Events name them by uid alone, so that an address goes with its
/// account; one who is no administrator any more stays a uid.
struct ActorNames: Sendable {
    private var names: [String: String] = [:]

    init(_ actors: some Sequence<String?>, _ view: any StoreReading) throws {
        for actor in actors {
            guard let actor, names[actor] == nil, let id = AuthEvent.administrator(of: actor) else { continue }
            names[actor] = try view.account(id, in: Realm(project: .console))?.shownIdentifier ?? actor
        }
    }

    func name(of actor: String?) -> String { actor.map { names[$0] ?? $0 } ?? "" }
}
