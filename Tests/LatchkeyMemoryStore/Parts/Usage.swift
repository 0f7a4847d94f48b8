import LatchkeyIdentity

extension MemoryTransaction {
    func eventCounts(of project: ProjectID, since day: UTCDay) throws -> [EventCount] {
        let counted = state.appended.filter { $0.realm.project == project && UTCDay(of: $0.at) >= day }
        return Dictionary(grouping: counted, by: CountedEvent.init).sorted { $0.key.sortKey.lexicographicallyPrecedes($1.key.sortKey) }
            .map { event, all in
                EventCount(
                    day: event.day, kind: event.kind, outcome: event.outcome, method: event.method, reason: event.reason,
                    count: all.count)
            }
    }

    func accountActivity(of project: ProjectID) throws -> [AccountActivity] {
        let accounts = state.accounts.values.filter { $0.realm.project == project }
        let latest = Dictionary(grouping: accounts, by: \.lastUse).mapValues(\.count)
        return (state.activeAccounts[project] ?? [:]).filter { $0.key.number > 0 }.sorted { $0.key < $1.key }
            .map { day, active in AccountActivity(day: day, active: active, latest: latest[day] ?? 0) }
    }

    func countedAccounts(of project: ProjectID) throws -> Int { state.accounts.values.count { $0.realm.project == project } }

    /// Estimates the size of the rows, without their texts.
    func storedBytes(of project: ProjectID) throws -> StoredBytes {
        let all =
            state.projects.count * MemoryLayout<Project>.stride + state.accounts.count * MemoryLayout<Account>.stride
            + state.sessions.count * MemoryLayout<Session>.stride + state.events.count * MemoryLayout<AuthEvent>.stride
            + state.outbox.count * MemoryLayout<OutboxMessage>.stride
        return StoredBytes(all: all, free: 0, databases: 0)
    }

    /// Counts an account as active on the day of its last use.
    func countUse(of account: Account) {
        state.activeAccounts[account.realm.project, default: [:]][account.lastUse, default: 0] += 1
    }
}

extension Account {
    /// The day of the last sign-in or refresh; the first of all days without one.
    var lastUse: UTCDay {
        [lastSignInAt, lastRefreshAt].compactMap { $0.map(UTCDay.init(of:)) }.max() ?? UTCDay(number: 0)
    }
}

/// The properties by which events are counted together.
private struct CountedEvent: Hashable {
    let day: UTCDay
    let kind: AuthEvent.Kind
    let outcome: AuthEvent.Outcome
    let method: ProviderID?
    let reason: String?

    init(_ event: AuthEvent) {
        day = UTCDay(of: event.at)
        kind = event.kind
        outcome = event.outcome
        method = event.outcome == .allowed ? event.method : nil
        reason = event.outcome == .allowed ? nil : event.reason.map { Self.isCode($0) ? $0 : "OTHER" }
    }

    private static func isCode(_ reason: String) -> Bool {
        reason.utf8.count <= 64
            && reason.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
    }

    var sortKey: [String] {
        // Twenty digits, so that numbers are sorted as texts.
        let digits = String(day.number)
        let number = String(repeating: "0", count: 20 - digits.count) + digits
        return [number, kind.rawValue, outcome.rawValue, method?.rawValue ?? "", reason ?? ""]
    }
}
