/// A stream of the audit log to another program. The names are stored with the position of the stream, and are labels of measurements.
public enum EventStream: String, Sendable, CaseIterable, Codable {
    /// Lines in a file.
    case file
    /// Messages to a syslog server.
    case syslog
    /// Requests to a webhook.
    case webhook
}

/// An entry of a stream.
public enum StreamedEvent: Sendable, Equatable {
    /// An event with its place in the chain. The link is `nil` for an event that was recorded without a key of the chain.
    case event(sequence: Int64, link: EventDigest?, AuthEvent)
    /// Events that were deleted as too old before the stream delivered them.
    case removed(ClosedRange<Int64>)

    /// The last sequence number of the entry.
    public var sequence: Int64 {
        switch self {
        case .event(let sequence, _, _): sequence
        case .removed(let range): range.upperBound
        }
    }
}

/// The audit log as a numbered record that can be verified and streamed.
///
/// The events of all projects are one record. Events from before the record had numbers are not part of it.
public protocol EventRecord: Sendable {
    /// Verifies the record.
    ///
    /// - Parameter noted: An earlier head, which the record has to contain.
    func verifyEvents(containing noted: EventHead?) async throws -> EventVerification
    /// Returns the entries after a sequence number, in order and without gaps.
    func streamedEvents(after sequence: Int64, limit: Int) async throws -> [StreamedEvent]
    /// Returns the sequence number of the last event that a stream delivered, or of the last one before the chain.
    func position(of stream: EventStream) async throws -> Int64
    /// Stores the position of a stream durably. A position never moves back.
    func advance(_ stream: EventStream, to sequence: Int64) async throws
    /// Returns the sequence number of the last event.
    func lastEvent() async throws -> Int64
    /// The observers of committed events, which wake the streams.
    var committedEvents: CommittedEvents { get }
}
