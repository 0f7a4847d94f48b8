#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where an event stands in the record: later ones are greater.
public struct EventPosition: Sendable, Hashable {
    public let at: Date
    /// Among those of the same instant, in the order of their writing.
    public let number: Int64

    public init(at: Date, number: Int64) {
        self.at = at
        self.number = number
    }
}

/// An event as it was read from the record.
public struct RecordedEvent: Sendable, Equatable {
    public let position: EventPosition
    public let event: AuthEvent

    public init(position: EventPosition, event: AuthEvent) {
        self.position = position
        self.event = event
    }
}

/// Which events are wanted; what is absent does not matter.
public struct EventFilter: Sendable, Equatable {
    public var project: ProjectID
    /// Those of one tenant, or of nobody's; of all when absent.
    public var tenant: TenantID?
    public var subject: AccountID?
    public var kind: AuthEvent.Kind?
    public var outcome: AuthEvent.Outcome?
    /// The first instant that counts.
    public var since: Date?
    /// Only those that are older than this one.
    public var before: EventPosition?

    public init(
        project: ProjectID, tenant: TenantID? = nil, subject: AccountID? = nil, kind: AuthEvent.Kind? = nil,
        outcome: AuthEvent.Outcome? = nil, since: Date? = nil, before: EventPosition? = nil
    ) {
        self.project = project
        self.tenant = tenant
        self.subject = subject
        self.kind = kind
        self.outcome = outcome
        self.since = since
        self.before = before
    }
}

/// The record of everything that concerned signing in.
public protocol EventReading {
    /// Newest first; those of the same instant in the reverse order of their writing.
    func events(_ filter: EventFilter, limit: Int) throws -> [RecordedEvent]
}

extension EventReading {
    /// As ``events(_:limit:)``, without positions.
    public func events(of project: ProjectID, subject: AccountID?, limit: Int) throws -> [AuthEvent] {
        try events(EventFilter(project: project, subject: subject), limit: limit).map(\.event)
    }
}

extension EventPosition {
    /// The position as text that clients hand back.
    public var token: String { "\(at.millisecondsSince1970)-\(number)" }

    /// - Returns: `nil` for a text that is no token.
    public init?(token: String) {
        let parts = token.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let number = Int64(parts[1]),
            (0...253_402_300_799_999).contains(milliseconds)
        else {
            return nil
        }
        self.init(at: Date(millisecondsSince1970: milliseconds), number: number)
    }
}
