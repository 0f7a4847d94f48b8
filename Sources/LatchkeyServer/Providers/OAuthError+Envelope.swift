import LatchkeyOAuth
import LatchkeyWeb
import LatchkeyWire
import Logging

extension OAuthError: ErrorWithEnvelope {
    /// What a client is told when a provider said no. A provider's text is passed on, because without it nobody finds the cause.
    var envelope: WireErrorEnvelope {
        switch code {
        case .rateLimited:
            WireErrorEnvelope(.tooManyAttemptsTryLater, detail: publicDetail, httpStatus: 429)
        case .providerUnavailable, .addressRefused:
            WireErrorEnvelope(code: 503, message: "INVALID_IDP_RESPONSE : \(publicDetail)", status: "UNAVAILABLE")
        case .accessDenied: WireErrorEnvelope(.userCancelled, detail: publicDetail)
        case .userSuspended, .accountLocked: WireErrorEnvelope(.rejectedCredential, detail: publicDetail)
        default: WireErrorEnvelope(.invalidIDPResponse, detail: publicDetail)
        }
    }

    var retryAfter: Int? { retryAfterSeconds }

    var logEntry: ErrorLogEntry {
        ErrorLogEntry(
            level: .info, message: "the provider refused",
            metadata: ["code": "\(code.rawValue)", "detail": "\(detail)", "hint": "\(hint ?? "-")"])
    }

    /// One line without the separator that clients split at: what the provider said, and how to mend it as a sentence of its own.
    var publicDetail: String {
        // Only the operator may see the hosts of the server's setup and their addresses; they are in the log.
        if code == .addressRefused || isForOperator { return "The provider could not be reached." }
        let text = [Self.sentence(detail), hint ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing(" : ", with: ": ")
    }

    /// Providers end what they say with a full stop or without.
    private static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return ".!?…".contains(last) ? text : text + "."
    }
}
