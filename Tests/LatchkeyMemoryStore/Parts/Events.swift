import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func events(_ filter: EventFilter, limit: Int) throws -> [RecordedEvent] {
        let recorded = state.events.enumerated().map { number, event in
            RecordedEvent(position: EventPosition(at: event.at, number: Int64(number + 1)), event: event)
        }
        let sorted = recorded.filter(filter.matches).sorted { $0.position.precedes($1.position) }.reversed()
        return Array(sorted.prefix(max(0, limit)))
    }

    func append(_ event: AuthEvent) throws {
        try requireProject(event.realm.project)
        state.events.append(event)
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
