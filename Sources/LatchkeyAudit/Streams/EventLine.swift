import Foundation
import LatchkeyIdentity

/// The JSON form of an entry, with the names of the administrators' API. It is one line.
///
/// An event has no secrets: neither passwords, codes and tokens, nor e-mail addresses and phone numbers are recorded.
struct EventLine: Encodable {
    let sequence: Int64
    /// The link of the event in hexadecimal digits, for comparison with the server's record.
    var hash: String?
    var time: String?
    var project: String?
    var tenantId: String?
    let type: String
    var outcome: String?
    var localId: String?
    var actor: String?
    var sessionId: String?
    var method: String?
    var reason: String?
    var address: String?
    /// The first of several deleted events.
    var firstSequence: Int64?

    /// The type of an entry for events that were deleted before they were delivered.
    static let removedType = "removed"

    init(_ entry: StreamedEvent) {
        sequence = entry.sequence
        switch entry {
        case .event(_, let link, let event):
            hash = link?.hex
            time = event.at.rfc3339
            project = event.realm.project.rawValue
            tenantId = event.realm.tenant == .none ? nil : event.realm.tenant.rawValue
            type = event.kind.rawValue
            outcome = event.outcome.rawValue
            localId = event.subject?.rawValue
            actor = event.actor
            sessionId = event.session?.rawValue
            method = event.method?.rawValue
            reason = event.reason
            address = event.address
        case .removed(let range):
            type = Self.removedType
            firstSequence = range.lowerBound
        }
    }

    /// The JSON, with sorted members and without line breaks.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
