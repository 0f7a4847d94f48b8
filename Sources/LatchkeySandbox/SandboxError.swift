/// An error of the sandbox or its control API. Equality compares ``code`` only.
public struct SandboxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error; an open list, sent as `error` by the control API.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code on the wire.
        public let rawValue: String

        /// Creates a code from its raw value.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No person has this key, or the person has no account at this provider.
        public static let unknownPerson = Self(rawValue: "unknown_person")
        /// No application has this key.
        public static let unknownApp = Self(rawValue: "unknown_app")
        /// The name or ID is already in use.
        public static let taken = Self(rawValue: "taken")
        /// A value is empty, too long or malformed.
        public static let invalidValue = Self(rawValue: "invalid_value")
        /// The authorization cannot be completed: it is unknown, expired, used, or rejected by the provider's own checks.
        public static let invalidAuthorization = Self(rawValue: "invalid_authorization")
        /// A collection has reached its limit.
        public static let full = Self(rawValue: "full")
        /// A port is in use, or the certificate cannot be written.
        public static let cannotListen = Self(rawValue: "cannot_listen")
        /// The configuration is invalid.
        public static let invalidConfiguration = Self(rawValue: "invalid_configuration")
    }

    /// The kind of error, for programs.
    public let code: Code
    /// The problem and how to fix it.
    public let detail: String

    /// Creates an error.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Compares ``code`` only.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }

    /// The code and the detail.
    public var description: String { "\(code.rawValue): \(detail)" }
}
