/// Something that goes wrong on demand.
public struct SandboxFault: Sendable, Hashable, Codable {
    /// What goes wrong; an open list, of which the sandbox accepts ``known``.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The person says no, whatever button is pressed.
        public static let denied = Self(rawValue: "denied")
        /// The request is answered only after ``SandboxFault/milliseconds``.
        public static let timeout = Self(rawValue: "timeout")
        /// 429 with the time of the reset, ``SandboxFault/seconds`` from now (900 unless told otherwise).
        public static let rateLimited = Self(rawValue: "rate_limited")
        /// 500.
        public static let serverError = Self(rawValue: "server_error")
        /// 200 with a body that is neither JSON nor a form nor UTF-8.
        public static let malformedBody = Self(rawValue: "malformed_body")
        /// The provider's clock is off by ``SandboxFault/seconds``: its `Date` header and its check of timestamps.
        public static let wrongClock = Self(rawValue: "wrong_clock")
        /// The access token counts as revoked: Twitter's 89, a 401 elsewhere, `invalid_grant` for a refresh token.
        public static let revokedToken = Self(rawValue: "revoked_token")
        /// The callback counts as not registered: Twitter's 415, GitHub's `redirect_uri_mismatch`, elsewhere a page
        /// and `invalid_grant`.
        public static let callbackNotApproved = Self(rawValue: "callback_not_approved")
        /// Twitter tells no address; GitHub grants no `user:email`, X no `users.email`, the OpenID provider no `email`.
        public static let emailPermissionMissing = Self(rawValue: "email_permission_missing")
        /// Twitter's 453: the application may not call API 1.1.
        public static let accessLevel = Self(rawValue: "access_level")
        /// GitHub's `unverified_user_email` in place of a token.
        public static let unverifiedEmail = Self(rawValue: "unverified_user_email")
        /// Twitter's 63: the person is suspended; X's 403.
        public static let userSuspended = Self(rawValue: "user_suspended")
        /// Twitter's 326: the account is locked until its owner signs in at the site; X's 403.
        public static let accountLocked = Self(rawValue: "account_locked")
        /// Twitter's 416 at the token endpoints, GitHub's `application_suspended` at the authorisation,
        /// elsewhere `unauthorized_client` there and `invalid_client` at the token endpoint.
        public static let appSuspended = Self(rawValue: "app_suspended")

        /// An access token of X or of the OpenID provider counts as expired; an ID token expired an hour ago.
        public static let expiredToken = Self(rawValue: "expired_token")
        /// An ID token or the answer of `tokeninfo` names another application.
        public static let wrongAudience = Self(rawValue: "wrong_audience")
        /// An ID token names another issuer.
        public static let wrongIssuer = Self(rawValue: "wrong_issuer")
        /// An ID token repeats another nonce than the application's.
        public static let wrongNonce = Self(rawValue: "wrong_nonce")
        /// An ID token is signed by a key that is not published, under the name of one that is.
        public static let foreignKey = Self(rawValue: "foreign_key")
        /// An ID token has no signature and says so: `alg` is `none`.
        public static let unsignedToken = Self(rawValue: "unsigned_token")

        /// What can be wrong with an ID token.
        static let ofIDTokens: [Kind] = [
            .expiredToken, .wrongAudience, .wrongIssuer, .wrongNonce, .foreignKey, .unsignedToken,
        ]

        /// Every kind that the sandbox can bring about.
        public static let known: [Kind] =
            [
                .denied, .timeout, .rateLimited, .serverError, .malformedBody, .wrongClock, .revokedToken, .callbackNotApproved,
                .emailPermissionMissing, .accessLevel, .unverifiedEmail, .userSuspended, .accountLocked, .appSuspended,
            ] + ofIDTokens
    }

    /// What goes wrong.
    public var kind: Kind
    /// At which provider; at all of them when it is missing.
    public var provider: SandboxProvider?
    /// For whom, by ``SandboxPerson/key``; for everybody when it is missing.
    ///
    /// The person is known only once a request has proved whose token it carries, so a request's person counts from there on.
    public var person: String?
    /// At which path, as `/oauth/access_token`; everywhere when it is missing. `/api/v3` in front does not count.
    public var path: String?
    /// How many requests it befalls before it is over; 1 when it is missing, 0 for no end.
    public var times: Int?
    /// For ``Kind/timeout``: how long the connection is held; 30,000 unless told otherwise, at most 600,000.
    public var milliseconds: Int?
    /// For ``Kind/wrongClock``: how far the clock is ahead, negative for behind, 1200 unless told otherwise.
    /// For ``Kind/rateLimited``: how long until the reset.
    public var seconds: Int?

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
