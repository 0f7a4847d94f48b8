import LatchkeyIdentity
package import LatchkeyWire
import Logging

extension SignInError: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        let code = WireErrorCode(rawValue: code.rawValue)
        return isServerFault
            ? WireErrorEnvelope(code, detail: message, httpStatus: 500, status: "INTERNAL") : WireErrorEnvelope(code, detail: message)
    }

    package var logEntry: ErrorLogEntry {
        ErrorLogEntry(level: isServerFault ? .error : .debug, message: "refused", metadata: ["cause": "\(cause ?? "-")"])
    }
}

extension TooManyAttempts: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(
            .tooManyAttemptsTryLater, detail: "Too many attempts. Try again in \(retryAfterSeconds) seconds.", httpStatus: 429)
    }

    package var retryAfter: Int? { retryAfterSeconds }
}

extension StoreTrouble: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(
            .unavailable, detail: "The server cannot use its store. Try again in \(Self.retryAfterSeconds) seconds.", httpStatus: 503,
            status: "UNAVAILABLE")
    }

    package var retryAfter: Int? { Self.retryAfterSeconds }

    package var logEntry: ErrorLogEntry { ErrorLogEntry(level: .error, message: "failed", metadata: ["cause": "\(self)"]) }
}

extension HashingPoolFull: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(.tooManyAttemptsTryLater, detail: "Too many sign-ins at once.", httpStatus: 429)
    }

    package var retryAfter: Int? { retryAfterSeconds }
}

extension HashingAbandoned: ErrorWithEnvelope {
    /// The client has gone, so the response only appears in the log. 499 is the status of `CANCELLED` in Google's error codes.
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(code: 499, message: "The client closed the connection.", status: "CANCELLED")
    }
}

extension TenantNotFound: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope { WireErrorEnvelope(.tenantNotFound, httpStatus: 404, status: "NOT_FOUND") }
}
