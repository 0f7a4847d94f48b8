public import Foundation

/// The position of an event in the audit log. Later positions are greater.
public struct EventPosition: Sendable, Hashable {
    /// The time of the event.
    public let at: Date
    /// The order among events of the same instant.
    public let number: Int64

    /// Creates a position. The log need not contain an event at it.
    public init(at: Date, number: Int64) {
        self.at = at
        self.number = number
    }
}

/// An event that was read from the audit log.
public struct RecordedEvent: Sendable, Equatable {
    /// The position in the log, from which a listing can continue.
    public let position: EventPosition
    /// The event as it was written.
    public let event: AuthEvent

    /// Creates an event at its position in the log.
    public init(position: EventPosition, event: AuthEvent) {
        self.position = position
        self.event = event
    }
}

/// A filter for events. Absent values match all events.
public struct EventFilter: Sendable, Equatable {
    /// The project whose log is read.
    public var project: ProjectID
    /// The tenant; `TenantID.none` for events outside of tenants, `nil` for all.
    public var tenant: TenantID?
    /// The account that the events concern.
    public var subject: AccountID?
    /// The kind of the events.
    public var kind: AuthEvent.Kind?
    /// The outcome of the requests.
    public var outcome: AuthEvent.Outcome?
    /// The earliest time.
    public var since: Date?
    /// The position that all events must precede.
    public var before: EventPosition?

    /// Creates a filter. With a project alone it matches all events of the project.
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

/// Read access to the audit log.
public protocol EventReading {
    /// Returns events, the newest first. Events of the same instant are in the reverse order of their recording.
    func events(_ filter: EventFilter, limit: Int) throws -> [RecordedEvent]
}

/// Write access to the audit log.
public protocol EventWriting: EventReading {
    /// Appends an event to the audit log.
    func append(_ event: AuthEvent) throws
    /// Deletes the oldest events of a project from before a time. The counts of events stay.
    ///
    /// - Returns: The number of deleted events, at most `limit`.
    func deleteEvents(of project: ProjectID, before end: Date, limit: Int) throws -> Int
    /// Removes a deleted account from its newest events: the pseudonym replaces the uid, and session and client address are removed. The
    /// address of another actor, such as an administrator, stays.
    ///
    /// - Parameter evenLater: Whether events after ``AccountErasure/deletedAt`` are included.
    /// - Returns: The number of changed events, at most `limit`.
    func pseudonymizeEvents(of erasure: AccountErasure, limit: Int, evenLater: Bool) throws -> Int
    /// Replaces the uid of a deleted account in the paths of events about writes to its data, such as `save /users/UID/name in default`.
    ///
    /// - Returns: The number of changed events, at most `limit`.
    func pseudonymizeWrites(of erasure: AccountErasure, at path: DataPath, limit: Int) throws -> Int
}

extension EventReading {
    /// Returns events as ``events(_:limit:)`` does, without positions.
    package func events(of project: ProjectID, subject: AccountID?, limit: Int) throws -> [AuthEvent] {
        try events(EventFilter(project: project, subject: subject), limit: limit).map(\.event)
    }
}

extension EventPosition {
    /// The position as a page token for clients.
    public var token: String { "\(at.millisecondsSince1970)-\(number)" }

    /// Parses a page token.
    ///
    /// - Returns: `nil` if the text is not a page token.
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
