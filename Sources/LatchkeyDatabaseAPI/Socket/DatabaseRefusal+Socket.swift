import HTTPTypes

extension DatabaseRefusal {
    /// The word for it in the socket's protocol.
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

    /// Clients show it to the developer; the name of a denial leads the operator to its reason.
    var socketText: String {
        if status == .preconditionFailed { return "Transaction hash does not match" }
        return message + (decision.map { " (decision \($0))" } ?? "")
    }
}
