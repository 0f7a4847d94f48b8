package import LatchkeyWire

/// The error for an invalid setting.
public struct SettingRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the valid form.
    public let message: String

    /// The same text as ``message``.
    public var description: String { message }

    /// Creates the error with the message for the administrator.
    public init(_ message: String) {
        self.message = message
    }
}

extension SettingRefusal: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(.init(rawValue: "INVALID_CONFIG"), detail: message, status: "INVALID_ARGUMENT")
    }
}
