/// Why a call to the sandbox's control interface was refused. Equality compares ``code`` only.
public struct SandboxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of mistake; an open list, sent as `error` by the HTTP control interface.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No person has that key, or the person has no account at that provider.
        public static let unknownPerson = Self(rawValue: "unknown_person")
        /// No application has that key.
        public static let unknownApp = Self(rawValue: "unknown_app")
        /// The name or id belongs to somebody else.
        public static let taken = Self(rawValue: "taken")
        /// A value is empty, too long or of the wrong form.
        public static let invalidValue = Self(rawValue: "invalid_value")
        /// The authorisation cannot be completed: unknown, expired, used, or refused by the provider's own checks.
        public static let invalidAuthorization = Self(rawValue: "invalid_authorization")
        /// A collection has reached its limit.
        public static let full = Self(rawValue: "full")
        /// A port is taken, or the certificate cannot be written.
        public static let cannotListen = Self(rawValue: "cannot_listen")
        /// The configuration cannot be used as it is.
        public static let invalidConfiguration = Self(rawValue: "invalid_configuration")
    }

    /// What kind of mistake it is; programs decide by this.
    public let code: Code
    /// What was wrong and how to mend it.
    public let detail: String

    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }

    public var description: String { "\(code.rawValue): \(detail)" }
}
