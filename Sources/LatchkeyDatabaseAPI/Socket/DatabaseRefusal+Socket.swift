import HTTPTypes

extension DatabaseRefusal {
    /// The status of the error in the socket protocol.
    var socketStatus: String {
        switch status {
        case .preconditionFailed: return "datastale"
        case .unauthorized:
            return self.message == Self.permissionDenied.message
                ? "permission_denied" : self.message == Self.expiredToken.message ? "expired_token" : "invalid_token"
        case .serviceUnavailable: return "unavailable"
        case Self.beyondLimits: return "quota_exceeded"
        default: return "failed"
        }
    }

    /// The message of the error. Clients show it to the developer; the operator finds the reason for a denial by its ID.
    var socketText: String {
        if status == .preconditionFailed { return "Transaction hash does not match" }
        return message + (decision.map { " (decision \($0))" } ?? "")
    }
}
