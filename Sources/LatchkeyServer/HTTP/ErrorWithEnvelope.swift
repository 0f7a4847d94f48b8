import LatchkeyWire
import Logging

/// An error that knows its response in Google's error format.
///
/// Each module gives its own errors this conformance. ``ErrorEnvelope`` writes the response; errors without it get status 500.
protocol ErrorWithEnvelope: Error {
    /// What the client may learn.
    var envelope: WireErrorEnvelope { get }
    /// Seconds for the `Retry-After` header.
    var retryAfter: Int? { get }
    /// The cause, for the operator's log only.
    var logEntry: ErrorLogEntry { get }
}

/// How an error appears in the log.
struct ErrorLogEntry {
    var level = Logger.Level.debug
    var message: Logger.Message = "bad request"
    var metadata: Logger.Metadata = [:]
}

extension ErrorWithEnvelope {
    var retryAfter: Int? { nil }
    var logEntry: ErrorLogEntry { ErrorLogEntry() }
}
