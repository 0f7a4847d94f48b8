/// The reason for rejecting a signed request, as defined by OAuth Problem Reporting. Equality compares ``code`` only.
public struct OAuth1Problem: Error, Sendable {
    /// The value of `oauth_problem`.
    public let code: Code
    /// The response status: 400 for a malformed request, 401 for a bad client, token, signature or nonce.
    public let httpStatus: Int
    /// How the client's developer can fix the problem, without any secret; sent as `oauth_problem_advice`.
    public let advice: String
    /// Additional parameters of the extension, such as `oauth_parameters_absent`.
    public let extra: Parameters

    /// Creates a problem; the status is derived from the code unless you pass one.
    public init(_ code: Code, advice: String, extra: Parameters = [:], httpStatus: Int? = nil) {
        self.code = code
        self.httpStatus = httpStatus ?? (Self.requestProblems.contains(code) ? 400 : 401)
        self.advice = advice
        self.extra = extra
    }

    private static let requestProblems: Set<Code> = [
        .parameterAbsent, .parameterRejected, .versionRejected, .signatureMethodRejected,
    ]

    /// The parameters to send: `oauth_problem`, the extra parameters, `oauth_problem_advice`.
    public var parameters: Parameters {
        [Parameter("oauth_problem", code.rawValue)] + extra + [Parameter("oauth_problem_advice", advice)]
    }

    /// The problem as a form body.
    public var formEncoded: String { parameters.formEncoded }

    /// Returns the problem as the value of a `WWW-Authenticate` header.
    public func authenticateHeader(realm: String) -> String {
        OAuth1AuthorizationHeader(parameters: [Parameter("realm", realm)] + parameters).text
    }
}

extension OAuth1Problem: Equatable {
    /// Compares ``code`` only.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }
}

extension OAuth1Problem {
    /// A problem code of the extension; an open list.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code on the wire.
        public let rawValue: String

        /// Creates a code from its raw value.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A required parameter is missing or empty.
        public static let parameterAbsent = Self(rawValue: "parameter_absent")
        /// A parameter appears twice or in two places, or has an invalid value.
        public static let parameterRejected = Self(rawValue: "parameter_rejected")
        /// `oauth_version` is not 1.0.
        public static let versionRejected = Self(rawValue: "version_rejected")
        /// The server does not accept the signature method.
        public static let signatureMethodRejected = Self(rawValue: "signature_method_rejected")
        /// The timestamp is not a positive integer or is outside the allowed window.
        public static let timestampRefused = Self(rawValue: "timestamp_refused")
        /// The nonce was already used with this timestamp, consumer and token.
        public static let nonceUsed = Self(rawValue: "nonce_used")
        /// The signature does not match.
        public static let signatureInvalid = Self(rawValue: "signature_invalid")
        /// No application with this key exists.
        public static let consumerKeyUnknown = Self(rawValue: "consumer_key_unknown")
        /// The application is permanently disabled.
        public static let consumerKeyRejected = Self(rawValue: "consumer_key_rejected")
        /// The application is temporarily refused.
        public static let consumerKeyRefused = Self(rawValue: "consumer_key_refused")
        /// The request token was already exchanged.
        public static let tokenUsed = Self(rawValue: "token_used")
        /// The token has expired.
        public static let tokenExpired = Self(rawValue: "token_expired")
        /// The user or the server revoked the token.
        public static let tokenRevoked = Self(rawValue: "token_revoked")
        /// The token is unknown, belongs to another application, or is of the wrong kind.
        public static let tokenRejected = Self(rawValue: "token_rejected")
        /// The user must first complete an action at the provider.
        public static let additionalAuthorizationRequired = Self(rawValue: "additional_authorization_required")
        /// The server does not know whether the user granted the permission.
        public static let permissionUnknown = Self(rawValue: "permission_unknown")
        /// The user denied access.
        public static let permissionDenied = Self(rawValue: "permission_denied")
        /// The server refuses the user.
        public static let userRefused = Self(rawValue: "user_refused")
    }
}
