import HTTPTypes

extension TwitterRefusal {
    /// 32: the key, token, signature or nonce is wrong; Twitter does not specify which.
    static func couldNotAuthenticate(_ reason: String) -> Self {
        Self(status: .unauthorized, code: 32, message: "Could not authenticate you.", reason: reason)
    }

    /// 215: the protocol parameters are missing or malformed.
    static func badAuthenticationData(_ reason: String) -> Self {
        Self(status: .badRequest, code: 215, message: "Bad Authentication data.", reason: reason)
    }

    /// 135: the timestamp is outside the window.
    static func timestampOutOfBounds(_ reason: String) -> Self {
        Self(status: .unauthorized, code: 135, message: "Timestamp out of bounds.", reason: reason)
    }

    /// 89: the access token is unknown, revoked, or belongs to another application.
    static func invalidToken(_ reason: String) -> Self {
        Self(status: .unauthorized, code: 89, message: "Invalid or expired token.", reason: reason)
    }

    /// 415: the callback is not in the application's settings. The real response is XML.
    static func callbackNotApproved(_ reason: String) -> Self {
        Self(
            status: .forbidden, code: 415,
            message: "Callback URL not approved for this client application. "
                + "Approved callback URLs can be adjusted in your application settings",
            form: .xml, reason: reason)
    }

    /// 417: the application has no callback and may only use the PIN flow.
    static let desktopApplication = Self(
        status: .forbidden, code: 417, message: "Desktop applications only support the oauth_callback value 'oob'",
        form: .xml, reason: "the application has no registered callback")

    /// 416: the application is suspended.
    static let applicationSuspended = Self(
        status: .unauthorized, code: 416, message: "Invalid / suspended application", reason: "a fault is switched on")

    /// 87: the application may not use reverse auth, or may not complete it.
    static func notPermitted(_ reason: String) -> Self {
        Self(status: .forbidden, code: 87, message: "Client is not permitted to perform this action.", reason: reason)
    }

    /// 453: the application's access level does not include API 1.1.
    static let accessLevel = Self(
        status: .forbidden, code: 453,
        message: "You currently have access to a subset of X API V2 endpoints and limited v1.1 endpoints "
            + "(e.g. media post, oauth) only. If you need access to this endpoint, you may need a different access level. "
            + "You can learn more here: https://developer.x.com/en/portal/product",
        reason: "the application's access level is limited, or a fault is switched on")

    /// 63: the person is suspended.
    static let userSuspended = Self(
        status: .forbidden, code: 63, message: "User has been suspended.", reason: "a fault is switched on")

    /// 326: the account is locked.
    static let accountLocked = Self(
        status: .forbidden, code: 326,
        message: "To protect our users from spam and other malicious activity, this account is temporarily locked. "
            + "Please log in to https://twitter.com to unlock your account.",
        reason: "a fault is switched on")

    /// 44: a parameter has an invalid value.
    static func invalidParameter(_ name: String) -> Self {
        Self(status: .badRequest, code: 44, message: "\(name) parameter is invalid.", reason: "\(name) has an unknown value")
    }

    /// 88: the rate limit is exceeded.
    static func rateLimited(_ reading: CallWindow.Reading) -> Self {
        Self(
            status: .tooManyRequests, code: 88, message: "Rate limit exceeded",
            reason: "more calls than the window allows, or a fault is switched on", headers: reading.headers)
    }

    /// 131: internal error.
    static let internalError = Self(
        status: .internalServerError, code: 131, message: "Internal error", reason: "a fault is switched on")

    /// 130: over capacity.
    static let overCapacity = Self(
        status: .serviceUnavailable, code: 130, message: "Over capacity", reason: "the sandbox cannot store more nonces")

    /// The response of the token endpoint when `oauth_token` is missing.
    static let requestTokenMissing = Self(
        status: .unauthorized, code: nil, message: "Request token missing", form: .text, reason: "oauth_token is missing")

    /// The response of the token endpoint for an invalid request token.
    static func invalidRequestToken(_ reason: String) -> Self {
        Self(status: .unauthorized, code: nil, message: "Invalid request token.", form: .text, reason: reason)
    }

    /// The response of the token endpoint for a wrong verifier.
    static func invalidVerifier(_ reason: String) -> Self {
        Self(
            status: .unauthorized, code: nil,
            message: "Error processing your OAuth request: Invalid oauth_verifier parameter", form: .text, reason: reason)
    }

    /// The response of the token endpoint for reverse auth parameters that it did not issue.
    static func invalidReverseAuth(_ reason: String) -> Self {
        Self(
            status: .unauthorized, code: nil, message: "Error processing your OAuth request: Invalid reverse auth request",
            form: .text, reason: reason)
    }
}

extension CallWindow.Reading {
    /// `x-rate-limit-*`; GitHub's names have no hyphen between `rate` and `limit`.
    var headers: HTTPFields {
        [
            HTTPField.Name("x-rate-limit-limit")!: String(limit),
            HTTPField.Name("x-rate-limit-remaining")!: String(remaining),
            HTTPField.Name("x-rate-limit-reset")!: String(resetAt.epochSeconds),
        ]
    }
}
