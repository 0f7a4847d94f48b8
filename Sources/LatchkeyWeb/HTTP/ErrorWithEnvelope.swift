package import LatchkeyWire
package import Logging

/// An error that knows its response in Google's error format.
///
/// Each module gives its own errors this conformance. ``ErrorEnvelope`` writes the response; errors without it get status 500.
package protocol ErrorWithEnvelope: Error {
    /// What the client may learn.
    var envelope: WireErrorEnvelope { get }
    /// Seconds for the `Retry-After` header.
    var retryAfter: Int? { get }
    /// The cause, for the operator's log only.
    var logEntry: ErrorLogEntry { get }
}

/// How an error appears in the log.
package struct ErrorLogEntry {
    package var level = Logger.Level.debug
    package var message: Logger.Message = "bad request"
    package var metadata: Logger.Metadata = [:]

    package init(level: Logger.Level = Logger.Level.debug, message: Logger.Message = "bad request", metadata: Logger.Metadata = [:]) {
        self.level = level
        self.message = message
        self.metadata = metadata
    }
}

extension ErrorWithEnvelope {
    package var retryAfter: Int? { nil }
    package var logEntry: ErrorLogEntry { ErrorLogEntry() }
}
