package import LatchkeyOAuth
package import LatchkeyWeb
package import LatchkeyWire
import Logging

extension OAuthError: ErrorWithEnvelope {
    /// The error response to the client. It includes the provider's text, because the cause cannot be found without it.
    package var envelope: WireErrorEnvelope {
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

    package var retryAfter: Int? { retryAfterSeconds }

    package var logEntry: ErrorLogEntry {
        ErrorLogEntry(
            level: .info, message: "the provider refused",
            metadata: ["code": "\(code.rawValue)", "detail": "\(detail)", "hint": "\(hint ?? "-")"])
    }

    /// One line with the provider's error and how to fix it, without the separator ` : ` at which clients split messages.
    package var publicDetail: String {
        // Only the operator may see the hosts of the server's configuration and their addresses. The log contains them.
        if code == .addressRefused || isForOperator { return "The provider could not be reached." }
        let text = [Self.sentence(detail), hint ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing(" : ", with: ": ")
    }

    /// Adds a period if the provider's text has no final punctuation.
    private static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return ".!?…".contains(last) ? text : text + "."
    }
}
