public import Foundation
public import LatchkeyIdentity
import Synchronization

/// How far a stream of the audit log is.
public struct EventStreamStatus: Codable, Sendable, Equatable {
    /// The stream.
    public var stream: EventStream
    /// Where the entries go.
    public var place: String
    /// The sequence number of the last delivered event.
    public var delivered: Int64
    /// The number of events that wait for delivery.
    public var waiting: Int64
    /// The time of the oldest event that waits; `nil` if none waits.
    public var oldestWaitingAt: Date?
    /// The reason why the last delivery failed; `nil` if it succeeded.
    public var problem: String?
}

/// The result of the last delivery of a stream.
final class DeliveryState: Sendable {
    private let state = Mutex<String?>(nil)

    var problem: String? { state.withLock { $0 } }

    /// - Returns: Whether the result is another one than before.
    func set(_ problem: String?) -> Bool {
        state.withLock { current in
            defer { current = problem }
            return current != problem
        }
    }
}

extension EventStreamWorker {
    /// Returns how far the stream is.
    public func status() async throws -> EventStreamStatus {
        let delivered = try await record.position(of: receiver.stream)
        let last = try await record.lastEvent()
        var oldest: Date?
        if delivered < last,
            case .event(_, _, let event)? = try await record.streamedEvents(after: delivered, limit: 2).first(where: \.isEvent)
        {
            oldest = event.at
        }
        return EventStreamStatus(
            stream: receiver.stream, place: receiver.place, delivered: delivered, waiting: max(0, last - delivered),
            oldestWaitingAt: oldest,
            problem: state.problem)
    }
}

extension StreamedEvent {
    fileprivate var isEvent: Bool { if case .event = self { true } else { false } }
}
