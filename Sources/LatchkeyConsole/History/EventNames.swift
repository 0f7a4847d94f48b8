import LatchkeyIdentity

/// The names of the accounts and administrators of events. Events identify accounts by UID only. A deleted account is shown by UID.
struct EventNames {
    let actors: ActorNames
    private var names: [Realm: [AccountID: String]] = [:]

    /// Reads the accounts of each realm together.
    init(_ events: [AuthEvent], _ view: any StoreReading) throws {
        actors = try ActorNames(events.map(\.actor), view)
        for (realm, events) in Dictionary(grouping: events, by: \.realm) {
            let ids = Array(Set(events.compactMap(\.subject)))
            for start in stride(from: 0, to: ids.count, by: 100) {
                let accounts = try view.accounts(Array(ids[start..<min(start + 100, ids.count)]), in: realm)
                for account in accounts { names[realm, default: [:]][account.id] = account.shownIdentifier }
            }
        }
    }

    func name(of subject: AccountID, in realm: Realm) -> String { names[realm]?[subject] ?? subject.rawValue }
}
