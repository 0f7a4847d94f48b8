package import LatchkeyOAuth
import LatchkeySignInFlow
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
}
