package import LatchkeyWire

/// The reason why a request's API key leads to no project.
package enum APIKeyError: ErrorWithEnvelope, Equatable {
    case missing
    case invalid
    /// The query contains several keys.
    case repeated

    package var envelope: WireErrorEnvelope {
        switch self {
        case .missing:
            WireErrorEnvelope(
                code: 403, message: "The request is missing a valid API key.",
                errors: [.init(message: "The request is missing a valid API key.", reason: "forbidden")], status: "PERMISSION_DENIED")
        case .invalid:
            // The iOS client reads the reason.
            WireErrorEnvelope(
                code: 400, message: "API key not valid. Please pass a valid API key.",
                errors: [.init(message: "API key not valid. Please pass a valid API key.", reason: "keyInvalid")],
                status: "INVALID_ARGUMENT")
        case .repeated:
            WireErrorEnvelope(
                code: 400, message: "The parameter “key” appears more than once. Send one API key.", status: "INVALID_ARGUMENT")
        }
    }
}
