extension OAuthError {
    /// The kind of failure; an open list.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Lower-case words joined by underscores, stable between releases.
        public let rawValue: String

        /// Creates a code from its raw value.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

// The user's decision or state.
extension OAuthError.Code {
    /// The user denied access on the provider's page (OAuth 2.0 `access_denied`, Twitter's `denied`).
    public static let accessDenied = Self(rawValue: "access_denied")
    /// The provider locked the user's account until the user signs in there (Twitter 326).
    public static let accountLocked = Self(rawValue: "account_locked")
    /// The provider suspended the user's account (Twitter 63).
    public static let userSuspended = Self(rawValue: "user_suspended")
    /// The user must first verify their email address at the provider (GitHub `unverified_user_email`).
    public static let unverifiedEmail = Self(rawValue: "unverified_email")
    /// The user granted fewer scopes than the application needs.
    public static let missingScope = Self(rawValue: "missing_scope")
}

// The application's settings at the provider.
extension OAuthError.Code {
    /// The callback URL is not in the application's settings at the provider (Twitter 415).
    public static let callbackNotApproved = Self(rawValue: "callback_not_approved")
    /// The application is registered as a desktop application, which can only use the PIN flow (Twitter 417).
    public static let desktopAppOnly = Self(rawValue: "desktop_app_only")
    /// The application's key or secret is wrong (Twitter 32 at request_token, GitHub `incorrect_client_credentials`).
    public static let badClientCredentials = Self(rawValue: "bad_client_credentials")
    /// The application's access level does not include the endpoint (Twitter 453).
    public static let insufficientAccessLevel = Self(rawValue: "insufficient_access_level")
    /// The application itself is suspended (Twitter 64 and 416, GitHub `application_suspended`).
    public static let appSuspended = Self(rawValue: "app_suspended")
    /// The redirect URI does not belong to the application (`redirect_uri_mismatch`).
    public static let redirectMismatch = Self(rawValue: "redirect_mismatch")
}

// Tokens and codes.
extension OAuthError.Code {
    /// The token is unknown, revoked or expired (Twitter 89, or 32 on an API call; GitHub 401).
    public static let invalidToken = Self(rawValue: "invalid_token")
    /// The token was issued to another application.
    public static let wrongApplication = Self(rawValue: "wrong_application")
    /// The code or verifier is wrong, already used or expired.
    public static let badVerificationCode = Self(rawValue: "bad_verification_code")
    /// The request token in the callback differs from the one issued to this flow.
    public static let tokenMismatch = Self(rawValue: "token_mismatch")
    /// The `state` in the callback is missing or differs from the one of this flow.
    public static let stateMismatch = Self(rawValue: "state_mismatch")
    /// The issuer in a document or a callback differs from the requested one (OpenID Connect Discovery, RFC 9207).
    public static let issuerMismatch = Self(rawValue: "issuer_mismatch")
    /// The ID token fails one of the checks that OpenID Connect requires.
    public static let invalidIDToken = Self(rawValue: "invalid_id_token")
    /// The callback has no `oauth_verifier`.
    public static let missingVerifier = Self(rawValue: "missing_verifier")
    /// The callback has no `code`.
    public static let missingCode = Self(rawValue: "missing_code")
    /// The provider did not send `oauth_callback_confirmed=true`, so it does not support OAuth 1.0a.
    public static let callbackNotConfirmed = Self(rawValue: "callback_not_confirmed")
}

// The exchange itself.
extension OAuthError.Code {
    /// This machine's clock differs too much from the provider's (Twitter 135).
    public static let clockSkew = Self(rawValue: "clock_skew")
    /// The rate limit is exceeded; see ``OAuthError/resetAt`` and ``OAuthError/retryAfterSeconds`` (Twitter 88, HTTP 420 and 429).
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// The provider is overloaded or failing (HTTP 5xx, Twitter 130 and 131).
    public static let providerUnavailable = Self(rawValue: "provider_unavailable")
    /// The provider's address is in the server's own network, so the server does not call it. Detail and hint are for the operator.
    public static let addressRefused = Self(rawValue: "address_refused")
    /// The provider rejected the request as malformed or incorrectly signed (Twitter 215, `invalid_request`).
    public static let requestRefused = Self(rawValue: "request_refused")
    /// A successful response lacks required data.
    public static let malformedReply = Self(rawValue: "malformed_reply")
    /// A response is larger than ``ProviderReply/maxBytes``.
    public static let replyTooLarge = Self(rawValue: "reply_too_large")
    /// The status is not handled at this step, and the body does not explain it.
    public static let unexpectedStatus = Self(rawValue: "unexpected_status")
}

// The caller's arguments.
extension OAuthError.Code {
    /// A URL is not absolute, has no host, or has a port out of range.
    public static let invalidURL = Self(rawValue: "invalid_url")
    /// A form body or a query cannot be read.
    public static let malformedParameters = Self(rawValue: "malformed_parameters")
    /// An `Authorization` header for OAuth 1.0a cannot be read.
    public static let malformedHeader = Self(rawValue: "malformed_header")
    /// A key is not a PEM text, is too short, or does not fit the signature method.
    public static let unusableKey = Self(rawValue: "unusable_key")
}
