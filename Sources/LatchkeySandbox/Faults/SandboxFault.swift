/// A failure that a mock provider simulates on demand.
public struct SandboxFault: Sendable, Hashable, Codable {
    /// The kind of failure; an open list, of which the sandbox supports ``known``.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The name on the wire.
        public let rawValue: String

        /// Creates a kind from its raw value.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The person denies access, regardless of the button.
        public static let denied = Self(rawValue: "denied")
        /// The response is delayed by ``SandboxFault/milliseconds``.
        public static let timeout = Self(rawValue: "timeout")
        /// Status 429 with the reset time, ``SandboxFault/seconds`` from now (900 by default).
        public static let rateLimited = Self(rawValue: "rate_limited")
        /// Status 500.
        public static let serverError = Self(rawValue: "server_error")
        /// Status 200 with a body that is neither JSON nor a form nor UTF-8.
        public static let malformedBody = Self(rawValue: "malformed_body")
        /// The provider's clock is off by ``SandboxFault/seconds``, for its `Date` header and its timestamp checks.
        public static let wrongClock = Self(rawValue: "wrong_clock")
        /// The access token is treated as revoked: Twitter's 89, a 401 elsewhere, `invalid_grant` for a refresh token.
        public static let revokedToken = Self(rawValue: "revoked_token")
        /// The callback is treated as not registered: Twitter's 415, GitHub's `redirect_uri_mismatch`, elsewhere a page
        /// and `invalid_grant`.
        public static let callbackNotApproved = Self(rawValue: "callback_not_approved")
        /// Twitter returns no email address; GitHub grants no `user:email`, X no `users.email`, the OpenID provider no `email`.
        public static let emailPermissionMissing = Self(rawValue: "email_permission_missing")
        /// Twitter's 453: the application may not call API 1.1.
        public static let accessLevel = Self(rawValue: "access_level")
        /// GitHub's `unverified_user_email` instead of a token.
        public static let unverifiedEmail = Self(rawValue: "unverified_user_email")
        /// Twitter's 63: the person is suspended; X's 403.
        public static let userSuspended = Self(rawValue: "user_suspended")
        /// Twitter's 326: the account is locked until the user signs in on the site; X's 403.
        public static let accountLocked = Self(rawValue: "account_locked")
        /// Twitter's 416 at the token endpoints, GitHub's `application_suspended` at the authorization endpoint,
        /// elsewhere `unauthorized_client` there and `invalid_client` at the token endpoint.
        public static let appSuspended = Self(rawValue: "app_suspended")

        /// An access token of X or the OpenID provider is treated as expired; an ID token expired an hour ago.
        public static let expiredToken = Self(rawValue: "expired_token")
        /// An ID token or the `tokeninfo` response names another application.
        public static let wrongAudience = Self(rawValue: "wrong_audience")
        /// An ID token names another issuer.
        public static let wrongIssuer = Self(rawValue: "wrong_issuer")
        /// An ID token contains a different nonce than the application's.
        public static let wrongNonce = Self(rawValue: "wrong_nonce")
        /// An ID token is signed with an unpublished key, but carries the ID of a published one.
        public static let foreignKey = Self(rawValue: "foreign_key")
        /// An ID token has no signature, and its `alg` is `none`.
        public static let unsignedToken = Self(rawValue: "unsigned_token")

        /// The kinds that affect ID tokens.
        static let ofIDTokens: [Kind] = [
            .expiredToken, .wrongAudience, .wrongIssuer, .wrongNonce, .foreignKey, .unsignedToken,
        ]

        /// All kinds that the sandbox supports.
        public static let known: [Kind] =
            [
                .denied, .timeout, .rateLimited, .serverError, .malformedBody, .wrongClock, .revokedToken, .callbackNotApproved,
                .emailPermissionMissing, .accessLevel, .unverifiedEmail, .userSuspended, .accountLocked, .appSuspended,
            ] + ofIDTokens
    }

    /// The kind of failure.
    public var kind: Kind
    /// The affected provider; all providers if `nil`.
    public var provider: SandboxProvider?
    /// The ``SandboxPerson/key`` of the affected person; all persons if `nil`.
    ///
    /// The person of an API request is known only after its token is verified, so such a fault applies from there on.
    public var person: String?
    /// The affected path, such as `/oauth/access_token`; all paths if `nil`. The prefix `/api/v3` is ignored.
    public var path: String?
    /// The number of affected requests; 1 if `nil`, 0 for no limit.
    public var times: Int?
    /// For ``Kind/timeout``: the delay of the response; 30,000 by default, at most 600,000.
    public var milliseconds: Int?
    /// For ``Kind/wrongClock``: how far the clock is ahead, or behind if negative; 1200 by default.
    /// For ``Kind/rateLimited``: the time until the reset.
    public var seconds: Int?

    /// Creates a fault.
    public init(
        _ kind: Kind, provider: SandboxProvider? = nil, person: String? = nil, path: String? = nil, times: Int? = nil,
        milliseconds: Int? = nil, seconds: Int? = nil
    ) {
        self.kind = kind
        self.provider = provider
        self.person = person
        self.path = path
        self.times = times
        self.milliseconds = milliseconds
        self.seconds = seconds
    }
}
