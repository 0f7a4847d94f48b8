import Foundation
import LatchkeyIdentity
import LatchkeyWire

/// The search criteria for events, as entered.
struct EventSearch: Sendable, Equatable {
    static let maxLimit = 1000

    var account: String?
    var type: String?
    var outcome: String?
    var since: String?
    /// The end of the previous page.
    var after: String?
    var limit: Int

    /// Returns the call of the administrators' API that searches the audit log.
    ///
    /// - Throws: ``AdminError`` for an invalid value, with the name of its option.
    func call(in project: String) throws(AdminError) -> AdminCall {
        guard (1...Self.maxLimit).contains(limit) else { throw AdminError("The limit must be 1 to \(Self.maxLimit) events.") }
        // The API ignores an empty account, and would find the events of all.
        guard account != "" else { throw AdminError("The UID of the account is empty.") }
        if let type, !AuthEvent.Kind.allCases.contains(AuthEvent.Kind(rawValue: type)) {
            throw AdminError("\(type) is not a type. Use one of: \(AuthEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        if let outcome, AuthEvent.Outcome(rawValue: outcome) == nil {
            throw AdminError("\(outcome) is not an outcome. Use: \(AuthEvent.Outcome.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        if let since, Date(rfc3339: since) == nil { throw AdminError("\(since) is not a time. Use the format 2026-02-28T12:00:00Z.") }
        if let after, EventPosition(token: after) == nil {
            throw AdminError("\(after) is not a valid position. Use the one from the end of the previous page.")
        }
        return .get(
            "/v1/projects/\(project)/events",
            query: ["pageSize": "\(limit)", "localId": account, "type": type, "outcome": outcome, "since": since, "pageToken": after])
    }
}

/// The events in the output of the command.
struct EventPage: Encodable, Sendable {
    var events: [EventInfo]
    /// `nil` for the last page.
    var next: String?

    init(_ reply: ListEventsReply) {
        events = reply.events ?? []
        next = reply.nextPageToken
    }
}
