package import LatchkeyWire
package import Logging

/// An error with a response in Google's error format.
///
/// Each module conforms its own errors. ``ErrorEnvelope`` writes the response. Errors that do not conform get status 500.
package protocol ErrorWithEnvelope: Error {
    /// The response for the client.
    var envelope: WireErrorEnvelope { get }
    /// Seconds for the `Retry-After` header.
    var retryAfter: Int? { get }
    /// The log entry with the cause, for the operator only.
    var logEntry: ErrorLogEntry { get }
}

/// A log entry for an error.
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
