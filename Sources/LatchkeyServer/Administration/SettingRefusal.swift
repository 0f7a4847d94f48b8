import LatchkeyWeb
import LatchkeyWire

/// A setting that cannot be, and how it can.
public struct SettingRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    public let message: String

    public var description: String { message }

    public init(_ message: String) {
        self.message = message
    }
}

extension SettingRefusal: ErrorWithEnvelope {
    var envelope: WireErrorEnvelope {
        WireErrorEnvelope(.init(rawValue: "INVALID_CONFIG"), detail: message, status: "INVALID_ARGUMENT")
    }
}
