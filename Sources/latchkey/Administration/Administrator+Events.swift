import Foundation
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWire

/// The search criteria for events, as entered.
struct EventSearch: Codable, Sendable, Equatable {
    var account: String?
    var type: String?
    var outcome: String?
    var since: String?
    /// The end of the previous page.
    var after: String?
}

struct EventPage: Codable, Sendable, Equatable {
    var events: [EventInfo]
    /// `nil` for the last page.
    var next: String?
}

extension Administrator {
    static let maxEventPage = 1000

    func events(of project: String, _ search: EventSearch, limit: Int) async throws -> EventPage {
        guard (1...Self.maxEventPage).contains(limit) else { throw AdminError("The limit must be 1 to \(Self.maxEventPage) events.") }
        var filter = EventFilter(project: ProjectID(rawValue: project))
        filter.subject = search.account.map(AccountID.init(rawValue:))
        filter.kind = try search.type.map { text in
            let kind = AuthEvent.Kind(rawValue: text)
            guard AuthEvent.Kind.allCases.contains(kind) else {
                throw AdminError("\(text) is not a type. Use one of: \(AuthEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return kind
        }
        filter.outcome = try search.outcome.map { text in
            guard let outcome = AuthEvent.Outcome(rawValue: text) else {
                throw AdminError("\(text) is not an outcome. Use: \(AuthEvent.Outcome.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return outcome
        }
        filter.since = try search.since.map { text in
            guard let date = Date(rfc3339: text) else { throw AdminError("\(text) is not a time. Use the format 2026-02-28T12:00:00Z.") }
            return date
        }
        filter.before = try search.after.map { text in
            guard let position = EventPosition(token: text) else {
                throw AdminError("\(text) is not a valid position. Use the one from the end of the previous page.")
            }
            return position
        }
        return try await store.read { [filter] view in
            _ = try view.requireRealmOrConsole(RealmName(project: project))
            // One more than requested shows whether there is a next page.
            let found = try view.events(filter, limit: limit + 1)
            let page = found.prefix(limit)
            return EventPage(events: page.map { EventInfo($0.event) }, next: found.count > limit ? page.last?.position.token : nil)
        }
    }
}
