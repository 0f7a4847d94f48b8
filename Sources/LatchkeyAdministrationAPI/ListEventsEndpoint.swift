import Foundation
import HTTPTypes
package import LatchkeyIdentity
import LatchkeyWeb
package import LatchkeyWire

/// `GET projects/{project}/events`: the audit log, newest first. Firebase has no equivalent.
struct ListEventsEndpoint: AdminEndpoint {
    static let method = HTTPRequest.Method.get
    static let name = "events"
    static let words = APIWords(
        "listEvents", .log, "Lists the events of the audit log",
        """
        Lists events, newest first, in pages of 100, or of `pageSize`, at most 1,000. `since` is a time (RFC 3339). Firebase has \
        no such call.
        """,
        errors: [.invalidPageSelection, .invalidArgument],
        reply: """
            {"events":[{"time":"2026-02-28T12:00:00Z","type":"sign_in","outcome":"allowed",
            "localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","sequence":7}]}
            """)
    private static let standardCount = 100
    private static let maxCount = 1000

    let store: StoreReader

    func respond(to input: ListEventsRequest, from caller: AdminCaller) async throws -> ListEventsReply {
        let count = input.pageSize ?? Self.standardCount
        guard (1...Self.maxCount).contains(count) else {
            throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "pageSize must be 1 to \(Self.maxCount).")
        }
        let realm = caller.caller.realm
        var filter = EventFilter(project: realm.project, tenant: realm.tenant == .none ? nil : realm.tenant)
        filter.subject = input.localId.unlessEmpty.map(AccountID.init(rawValue:))
        filter.kind = try input.type.unlessEmpty.map { text in
            // A misspelled type would match no events, as if nothing had happened.
            let kind = AuthEvent.Kind(rawValue: text)
            guard AuthEvent.Kind.allCases.contains(kind) else {
                let known = AuthEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "type is one of \(known).")
            }
            return kind
        }
        filter.outcome = try input.outcome.unlessEmpty.map { text in
            guard let outcome = AuthEvent.Outcome(rawValue: text) else {
                let known = AuthEvent.Outcome.allCases.map(\.rawValue).joined(separator: ", ")
                throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "outcome is one of \(known).")
            }
            return outcome
        }
        filter.since = try input.since.unlessEmpty.map { text in
            guard let date = Date(rfc3339: text) else {
                throw SignInError(
                    .init(rawValue: "INVALID_ARGUMENT"), message: "since is a time like 2026-02-28T12:00:00Z.")
            }
            return date
        }
        filter.before = try input.pageToken.unlessEmpty.map { text in
            guard let position = EventPosition(token: text) else {
                throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "pageToken is the previous page's nextPageToken.")
            }
            return position
        }
        // One extra event shows whether there is a next page.
        let found = try await store.read { [filter] in try $0.events(filter, limit: count + 1) }
        let page = found.prefix(count)
        return ListEventsReply(
            events: page.isEmpty ? nil : page.map { EventInfo($0) },
            nextPageToken: found.count > count ? page.last?.position.token : nil)
    }
}

extension EventInfo {
    /// Creates the administrator's view of an event, for both the HTTP API and the command-line tool.
    package init(_ recorded: RecordedEvent) {
        let event = recorded.event
        self.init(
            time: event.at.rfc3339, type: event.kind.rawValue,
            outcome: event.outcome.rawValue, localId: event.subject?.rawValue, actor: event.actor, sessionId: event.session?.rawValue,
            method: event.method?.rawValue, reason: event.reason, address: event.address,
            tenantId: event.realm.tenant == .none ? nil : event.realm.tenant.rawValue,
            sequence: recorded.position.number)
    }
}
