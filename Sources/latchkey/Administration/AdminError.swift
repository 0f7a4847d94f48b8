import LatchkeyIdentity
import LatchkeyTree
import LatchkeyWeb
import LatchkeyWire
import Logging
import NIOCore

/// The error of a call, with the text for the operator.
struct AdminError: ErrorWithEnvelope, Equatable, CustomStringConvertible {
    let text: String
    /// The HTTP status.
    let code: Int

    init(_ text: String, code: Int = 400) {
        self.text = text
        self.code = code
    }

    /// Explains any error.
    ///
    /// - Parameter listing: The command that lists the objects of which the call names one.
    init(_ error: any Error, listing: String? = nil) {
        switch error {
        case let error as AdminError: self = error
        case let refusal as SettingRefusal: self.init(refusal.message)
        case let refusal as ActRefusal:
            let hint: String? =
                switch refusal {
                case .noProject: "`latchkey projects list` lists all projects."
                case .notFound: listing
                case .alreadyDone, .conflict, .changedMeanwhile: nil
                }
            self.init([refusal.description, hint].compactMap(\.self).joined(separator: " "), code: refusal.envelope.code)
        case let error as StoreConflict: self.init("The store rejected the change: \(error.subject.rawValue).", code: 409)
        case is SealingError: self.init("A stored secret cannot be decrypted: wrong master key, or modified data.", code: 500)
        // The command was interrupted.
        case is CancellationError, is ChannelError, is IOError: self.init("The request was interrupted.")
        case let error as DatabaseOfAnotherNode:
            self.init(
                "The node \(error.node) has the database \(error.database.name). Run the command at that node, \(error.address).", code: 503
            )
        case is TreeError: self.init(Failure.text(for: error))
        default: self.init(Failure.text(for: error), code: (error as? any ErrorWithEnvelope)?.envelope.code ?? 500)
        }
    }

    var description: String { text }

    var envelope: WireErrorEnvelope {
        let status =
            switch code {
            case 404: "NOT_FOUND"
            case 409: "ABORTED"
            case 429: "RESOURCE_EXHAUSTED"
            case 503: "UNAVAILABLE"
            default: code < 500 ? "INVALID_ARGUMENT" : "INTERNAL"
            }
        return WireErrorEnvelope(code: code, message: text, status: status)
    }

    /// Errors of the caller are not logged: the socket logs from the level notice, and their text may contain the address of an account.
    var logEntry: ErrorLogEntry { ErrorLogEntry(level: code < 500 ? .debug : .error, message: "The operator's call failed") }
}
