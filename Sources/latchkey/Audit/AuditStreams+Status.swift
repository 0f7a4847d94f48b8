import Foundation
import LatchkeyAudit
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb

extension AuditStreams {
    /// The lag of each configured stream; nothing if the store cannot be read. The labels are the names of the streams, a closed set.
    func metrics() async -> [MetricFamily] {
        guard !workers.isEmpty, let found = await status() else { return [] }
        let now = Date()
        func values(_ value: (EventStreamStatus) -> Double) -> [(labels: [(name: String, value: String)], value: Double)] {
            found.map { ([("stream", $0.stream.rawValue)], value($0)) }
        }
        return [
            .gauge(
                "latchkey_audit_stream_waiting", "Events of the audit log that a stream has not delivered.", values { Double($0.waiting) }),
            .gauge(
                "latchkey_audit_stream_lag_seconds", "Age of the oldest event that a stream has not delivered; 0 for none.",
                values { $0.oldestWaitingAt.map { max(0, now.timeIntervalSince($0)) } ?? 0 }),
        ]
    }
}

extension EventStreamStatus {
    /// The age of a waiting event at which a stream needs attention, as in the alert rules.
    private static let lateSeconds = 300.0

    /// The state in one line, for `latchkey status`.
    func line(at now: Date) -> String {
        let lag = waiting == 0 ? "all events delivered" : Count.text(waiting, "event waits", "events wait") + age(at: now)
        return "\(stream.rawValue): \(lag)" + (problem.map { "; \($0)" } ?? "")
    }

    /// The result of the check of the stream, for `latchkey doctor`.
    func finding(at now: Date) -> CheckupFinding {
        let name = "audit \(stream.rawValue)"
        let isLate = oldestWaitingAt.map { now.timeIntervalSince($0) > Self.lateSeconds } ?? false
        guard problem != nil || isLate else {
            return .ok(name, "\(place): " + (waiting == 0 ? "all events delivered" : Count.text(waiting, "event waits", "events wait")))
        }
        let detail = Count.text(waiting, "event waits", "events wait") + " for \(place)" + age(at: now) + (problem.map { ": \($0)" } ?? "")
        return .wrong(name, detail, mend: "Check the receiver. The server continues to deliver, in order, and skips no event.")
    }

    private func age(at now: Date) -> String {
        oldestWaitingAt.map { ", the oldest for \(max(0, Int(now.timeIntervalSince($0)))) s" } ?? ""
    }
}
