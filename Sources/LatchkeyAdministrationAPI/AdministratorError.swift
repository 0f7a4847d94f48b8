import LatchkeyWeb
package import LatchkeyWire

/// The reason why an administrator request is rejected.
package enum AdministratorError: ErrorWithEnvelope, Equatable {
    case missing
    case invalid
    /// The token is valid, but for another project.
    case foreignProject

    package var envelope: WireErrorEnvelope {
        switch self {
        case .missing:
            WireErrorEnvelope(
                code: 401, message: "Request is missing required authentication credential. Expected an OAuth 2 access token.",
                errors: [.unauthenticated("Login Required.", reason: "required")], status: "UNAUTHENTICATED")
        case .invalid:
            WireErrorEnvelope(
                code: 401,
                message: "Request had invalid authentication credentials. Expected an OAuth 2 access token of a service account.",
                errors: [.unauthenticated("Invalid Credentials", reason: "authError")], status: "UNAUTHENTICATED")
        case .foreignProject:
            WireErrorEnvelope(
                code: 403, message: "The caller does not have permission for this project.",
                errors: [.init(message: "The caller does not have permission for this project.", reason: "forbidden")],
                status: "PERMISSION_DENIED")
        }
    }
}

extension WireErrorEnvelope.Item {
    fileprivate static func unauthenticated(_ message: String, reason: String) -> Self {
        Self(message: message, reason: reason, location: "Authorization", locationType: "header")
    }
}
