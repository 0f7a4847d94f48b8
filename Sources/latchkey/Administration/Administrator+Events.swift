import LatchkeyIdentity
import LatchkeyServer
import LatchkeyWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which events somebody looks for, as they wrote it.
struct EventSearch: Codable, Sendable, Equatable {
    var account: String?
    var type: String?
    var outcome: String?
    var since: String?
    /// Where the page before ended.
    var after: String?
}

struct EventPage: Codable, Sendable, Equatable {
    var events: [EventInfo]
    /// Absent after the last page.
    var next: String?
}

extension Administrator {
    static let maxEventPage = 1000

    func events(of project: String, _ search: EventSearch, limit: Int) async throws -> EventPage {
        guard (1...Self.maxEventPage).contains(limit) else { throw AdminError("A list has 1 to \(Self.maxEventPage) events.") }
        var filter = EventFilter(project: ProjectID(rawValue: project))
        filter.subject = search.account.map(AccountID.init(rawValue:))
        filter.kind = try search.type.map { text in
            let kind = AuthEvent.Kind(rawValue: text)
            guard AuthEvent.Kind.allCases.contains(kind) else {
                throw AdminError("\(text) is no type. Known are \(AuthEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return kind
        }
        filter.outcome = try search.outcome.map { text in
            guard let outcome = AuthEvent.Outcome(rawValue: text) else {
                throw AdminError("\(text) is no outcome. Known are \(AuthEvent.Outcome.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return outcome
        }
        filter.since = try search.since.map { text in
            guard let date = Date(rfc3339: text) else { throw AdminError("\(text) is no time. Write it like 2026-02-28T12:00:00Z.") }
            return date
        }
        filter.before = try search.after.map { text in
            guard let position = EventPosition(token: text) else {
                throw AdminError("\(text) is no place to continue. Take the one that the page before ended with.")
            }
            return position
        }
        return try await store.read { [filter] view in
            _ = try view.requireRealmOrConsole(RealmName(project: project))
            // One more than is shown tells whether there is a next page.
            let found = try view.events(filter, limit: limit + 1)
            let page = found.prefix(limit)
            return EventPage(events: page.map { EventInfo($0.event) }, next: found.count > limit ? page.last?.position.token : nil)
        }
    }
}
