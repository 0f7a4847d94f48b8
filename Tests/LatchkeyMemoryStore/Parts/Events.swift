import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func events(_ filter: EventFilter, limit: Int) throws -> [RecordedEvent] {
        let sorted = state.events.filter(filter.matches).sorted { $0.position.precedes($1.position) }.reversed()
        return Array(sorted.prefix(max(0, limit)))
    }

    func append(_ event: AuthEvent) throws {
        try requireProject(event.realm.project)
        state.appended.append(event)
        state.events.append(
            RecordedEvent(position: EventPosition(at: event.at, number: Int64(state.appended.count)), event: event))
    }

    func deleteEvents(of project: ProjectID, before end: Date, limit: Int) throws -> Int {
        let old = state.events.filter { $0.event.realm.project == project && $0.event.at < end }
            .sorted { $0.position.precedes($1.position) }.prefix(max(0, limit))
        return remove(\.events) { event in old.contains { $0.position == event.position } }
    }

    func pseudonymizeEvents(of erasure: AccountErasure, limit: Int, evenLater: Bool) throws -> Int {
        let found = state.events.indices.filter { index in
            let event = state.events[index].event
            return event.realm == erasure.realm && event.subject == erasure.account && (evenLater || event.at <= erasure.deletedAt)
        }
        let newest = found.sorted { state.events[$1].position.precedes(state.events[$0].position) }.prefix(max(0, limit))
        for index in newest {
            let (position, event) = (state.events[index].position, state.events[index].event)
            let isOwn = event.actor == nil || event.actor == erasure.account.rawValue
            state.events[index] = RecordedEvent(
                position: position,
                event: AuthEvent(
                    at: event.at, realm: event.realm, kind: event.kind, outcome: event.outcome,
                    actor: event.actor == erasure.account.rawValue ? erasure.pseudonym.rawValue : event.actor,
                    subject: erasure.pseudonym, method: event.method, reason: event.reason, address: isOwn ? nil : event.address))
        }
        return newest.count
    }

    func pseudonymizeWrites(of erasure: AccountErasure, at path: DataPath, limit: Int) throws -> Int {
        let (old, new) = (path.text(of: erasure.account), path.text(of: erasure.pseudonym))
        var count = 0
        for index in state.events.indices where count < limit {
            let (position, event) = (state.events[index].position, state.events[index].event)
            guard event.realm.project == erasure.realm.project, event.kind == .writeData, let reason = event.reason else { continue }
            let changed = ["/", " "].reduce(reason) { reason, end in
                String(reason.unicodeScalars.replacing((old + end).unicodeScalars, with: (new + end).unicodeScalars))
            }
            guard changed != reason else { continue }
            count += 1
            state.events[index] = RecordedEvent(
                position: position,
                event: AuthEvent(
                    at: event.at, realm: event.realm, kind: event.kind, outcome: event.outcome, actor: event.actor, subject: event.subject,
                    session: event.session, method: event.method, reason: changed, address: event.address))
        }
        return count
    }

    func erasures(limit: Int) throws -> [AccountErasure] {
        let sorted = state.erasures.sorted {
            $0.deletedAt == $1.deletedAt ? $0.pseudonym.rawValue.precedes($1.pseudonym.rawValue) : $0.deletedAt < $1.deletedAt
        }
        return Array(sorted.prefix(max(0, limit)))
    }

    func insert(_ erasure: AccountErasure) throws {
        try require(!state.erasures.contains { $0.pseudonym == erasure.pseudonym }, .other, "the pseudonym is taken")
        state.erasures.append(erasure)
    }

    func deleteErasure(_ pseudonym: AccountID) throws -> Bool {
        remove(\.erasures) { $0.pseudonym == pseudonym } == 1
    }
}

extension EventFilter {
    fileprivate func matches(_ recorded: RecordedEvent) -> Bool {
        let event = recorded.event
        return event.realm.project == project && (tenant == nil || event.realm.tenant == tenant)
            && (subject == nil || event.subject == subject) && (kind == nil || event.kind == kind)
            && (outcome == nil || event.outcome == outcome) && (since.map { event.at >= $0 } ?? true)
            && (before.map { recorded.position.precedes($0) } ?? true)
    }
}

extension EventPosition {
    fileprivate func precedes(_ other: EventPosition) -> Bool { (at, number) < (other.at, other.number) }
}
