// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

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

/// An event as an administrator sees it.
struct EventDescription: Codable, Sendable, Equatable {
    var at: Date
    var type: String
    var outcome: String
    var account: String?
    var actor: String?
    var session: String?
    var method: String?
    var reason: String?
    var address: String?
    var tenant: String?

    init(_ event: AuthEvent) {
        at = event.at
        type = event.kind.rawValue
        outcome = event.outcome.rawValue
        account = event.subject?.rawValue
        actor = event.actor
        session = event.session?.rawValue
        method = event.method?.rawValue
        reason = event.reason
        address = event.address
        tenant = event.realm.tenant == .none ? nil : event.realm.tenant.rawValue
    }
}

struct EventPage: Codable, Sendable, Equatable {
    var events: [EventDescription]
    /// Absent after the last page.
    var next: String?
}

extension Administrator {
    static let maxEventPage = 1000

    func events(of project: String, _ search: EventSearch, limit: Int) async throws -> EventPage {
        guard (1...Self.maxEventPage).contains(limit) else { throw AdminError("A list has 1 to \(Self.maxEventPage) events.") }
        var filter = EventFilter(project: ProjectID(rawValue: project))
        filter.subject = search.account.map(AccountID.init(rawValue:))
        filter.kind = search.type.map(AuthEvent.Kind.init(rawValue:))
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
            _ = try view.requireProject(project)
            // One more than is shown tells whether there is a next page.
            let found = try view.events(filter, limit: limit + 1)
            let page = found.prefix(limit)
            return EventPage(events: page.map { EventDescription($0.event) }, next: found.count > limit ? page.last?.position.token : nil)
        }
    }
}
