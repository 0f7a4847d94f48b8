/// Why a server refuses a signed request, in the words of OAuth Problem Reporting. Equality compares ``code`` only.
public struct OAuth1Problem: Error, Sendable {
    /// The value of `oauth_problem`.
    public let code: Code
    /// 400 for a request that is wrong in itself, 401 for a bad client, token, signature or nonce.
    public let httpStatus: Int
    /// How the developer of the client can mend it, without any secret; sent as `oauth_problem_advice`.
    public let advice: String
    /// What the extension sends along, as `oauth_parameters_absent`.
    public let extra: Parameters

    /// A problem; the status follows from the code unless one is given.
    public init(_ code: Code, advice: String, extra: Parameters = [:], httpStatus: Int? = nil) {
        self.code = code
        self.httpStatus = httpStatus ?? (Self.requestProblems.contains(code) ? 400 : 401)
        self.advice = advice
        self.extra = extra
    }

    private static let requestProblems: Set<Code> = [
        .parameterAbsent, .parameterRejected, .versionRejected, .signatureMethodRejected,
    ]

    /// What is sent: `oauth_problem`, the extra parameters, `oauth_problem_advice`.
    public var parameters: Parameters {
        [Parameter("oauth_problem", code.rawValue)] + extra + [Parameter("oauth_problem_advice", advice)]
    }

    /// The problem as a form body.
    public var formEncoded: String { parameters.formEncoded }

    /// The problem as the value of a `WWW-Authenticate` header.
    public func authenticateHeader(realm: String) -> String {
        OAuth1AuthorizationHeader(parameters: [Parameter("realm", realm)] + parameters).text
    }
}

extension OAuth1Problem: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }
}

extension OAuth1Problem {
    /// The words of the extension; an open list.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word on the wire.
        public let rawValue: String

        /// Any word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A mandatory parameter is missing or empty.
        public static let parameterAbsent = Self(rawValue: "parameter_absent")
        /// A parameter stands twice, in two places, or has an impossible value.
        public static let parameterRejected = Self(rawValue: "parameter_rejected")
        /// `oauth_version` is not 1.0.
        public static let versionRejected = Self(rawValue: "version_rejected")
        /// The signature method is not among those that the server takes.
        public static let signatureMethodRejected = Self(rawValue: "signature_method_rejected")
        /// The timestamp is not a positive integer or lies outside the window.
        public static let timestampRefused = Self(rawValue: "timestamp_refused")
        /// The nonce came with this timestamp, consumer and token before.
        public static let nonceUsed = Self(rawValue: "nonce_used")
        /// The signature does not fit.
        public static let signatureInvalid = Self(rawValue: "signature_invalid")
        /// No application has this key.
        public static let consumerKeyUnknown = Self(rawValue: "consumer_key_unknown")
        /// The application is switched off for good.
        public static let consumerKeyRejected = Self(rawValue: "consumer_key_rejected")
        /// The application may not do this for now.
        public static let consumerKeyRefused = Self(rawValue: "consumer_key_refused")
        /// The request token was exchanged before.
        public static let tokenUsed = Self(rawValue: "token_used")
        /// The token is too old.
        public static let tokenExpired = Self(rawValue: "token_expired")
        /// The person or the server took the token back.
        public static let tokenRevoked = Self(rawValue: "token_revoked")
        /// The token is unknown, of another application, or of the wrong kind.
        public static let tokenRejected = Self(rawValue: "token_rejected")
        /// The person must do something at the provider first.
        public static let additionalAuthorizationRequired = Self(rawValue: "additional_authorization_required")
        /// The server does not know whether the person allowed it.
        public static let permissionUnknown = Self(rawValue: "permission_unknown")
        /// The person said no.
        public static let permissionDenied = Self(rawValue: "permission_denied")
        /// The server does not trust the person.
        public static let userRefused = Self(rawValue: "user_refused")
    }
}
