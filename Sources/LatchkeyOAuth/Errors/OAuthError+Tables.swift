// The providers' vocabularies, each as one table.

extension OAuthError.Code {
    /// Twitter's error numbers.
    init?(twitterNumber number: Int, at step: ExchangeStep) {
        switch (number, step) {
        case (32, .temporaryCredentials), (99, _): self = .badClientCredentials
        case (32, .tokenCredentials), (89, .tokenCredentials): self = .badVerificationCode
        case (32, _), (89, _): self = .invalidToken
        case (63, _): self = .userSuspended
        case (64, _), (416, _): self = .appSuspended
        case (88, _): self = .rateLimited
        case (130, _), (131, _): self = .providerUnavailable
        case (135, _): self = .clockSkew
        case (68, _), (92, _), (215, _): self = .requestRefused
        case (226, _), (231, _), (326, _): self = .accountLocked
        case (415, _): self = .callbackNotApproved
        case (417, _): self = .desktopAppOnly
        case (93, _), (220, _), (261, _), (453, _): self = .insufficientAccessLevel
        default: return nil
        }
    }

    /// The words of OAuth 2.0 (RFC 6749, RFC 8628), of GitHub, of OAuth Problem Reporting and of X's problem documents.
    init?(word: String, at step: ExchangeStep) {
        switch word {
        case "access_denied", "permission_denied", "user_refused": self = .accessDenied
        case "incorrect_client_credentials", "invalid_client", "unauthorized_client", "consumer_key_unknown",
            "consumer_key_rejected", "consumer_key_refused":
            self = .badClientCredentials
        case "redirect_uri_mismatch": self = .redirectMismatch
        case "bad_verification_code", "invalid_grant", "incorrect_device_code": self = .badVerificationCode
        case "unverified_user_email": self = .unverifiedEmail
        case "application_suspended": self = .appSuspended
        case "expired_token": self = .deviceCodeExpired
        case "device_flow_disabled": self = .deviceFlowDisabled
        case "invalid_scope": self = .missingScope
        case "invalid_token": self = .invalidToken
        case "timestamp_refused": self = .clockSkew
        case "token_used", "token_expired", "token_revoked", "token_rejected":
            self = step == .tokenCredentials ? .badVerificationCode : .invalidToken
        case "signature_invalid": self = step == .temporaryCredentials ? .badClientCredentials : .requestRefused
        case "invalid_request", "unsupported_grant_type", "unsupported_response_type", "version_rejected", "parameter_absent",
            "parameter_rejected", "signature_method_rejected", "nonce_used":
            self = .requestRefused
        case "client-not-enrolled": self = .insufficientAccessLevel
        case "server_error", "temporarily_unavailable": self = .providerUnavailable
        case "slow_down": self = .rateLimited
        default: return nil
        }
    }

    /// Twitter's sentences, for its replies in plain text or in XML without a number.
    init?(sentence: String, at step: ExchangeStep) {
        let sentence = sentence.lowercased()
        if sentence.contains("callback url not approved") {
            self = .callbackNotApproved
        } else if sentence.contains("desktop applications only support") {
            self = .desktopAppOnly
        } else if sentence.contains("timestamp out of bounds") {
            self = .clockSkew
        } else if sentence.contains("could not authenticate you") || sentence.contains("failed to validate oauth signature") {
            self.init(twitterNumber: 32, at: step)
        } else {
            return nil
        }
    }

    /// What a status alone says.
    init(status: Int, at step: ExchangeStep) {
        switch (status, step) {
        case (429, _), (420, _): self = .rateLimited
        case (500..., _): self = .providerUnavailable
        case (401, .temporaryCredentials), (401, .tokenCheck), (401, .codeExchange): self = .badClientCredentials
        case (401, .tokenCredentials): self = .badVerificationCode
        case (401, .apiCall): self = .invalidToken
        // GitHub's answer to an unknown client id.
        case (404, .codeExchange): self = .badClientCredentials
        case (404, .tokenCheck), (422, .tokenCheck): self = .wrongApplication
        default: self = .unexpectedStatus
        }
    }
}

extension OAuthError.Code {
    /// What the operator, or the person at the browser, can do about it.
    var hint: String? { Self.hints[self] }

    private static let hints: [Self: String] = [
        .accessDenied: "Let the person start again when they like.",
        .accountLocked: "The person must sign in at the provider's own site and do what it asks for, then try again.",
        .userSuspended: "The provider suspended the person's account; only the provider can lift that.",
        .unverifiedEmail: "The person must confirm their primary address at the provider first.",
        .missingScope: "Ask for every scope that you need, and let the person grant them all.",
        .callbackNotApproved:
            "Add this callback URL, without its query, to the callback URLs in the app's settings at the provider.",
        .desktopAppOnly:
            "Register any callback URL in the app's settings so that it counts as a web app, or use the PIN flow (oob).",
        .badClientCredentials: "Check the app's key and secret: both from one app, without blanks, not regenerated since.",
        .insufficientAccessLevel:
            "The app's access level at the provider leaves this endpoint out: raise the level, or move the app into a project.",
        .appSuspended: "The provider suspended the app; see its page at the provider.",
        .redirectMismatch: "Make the redirect URI begin with the callback URL registered at the provider.",
        .deviceFlowDisabled: "Switch the device flow on in the app's settings at the provider.",
        .invalidToken: "The person must sign in at the provider again: the token was revoked or belongs to another app.",
        .wrongApplication: "Send a token that was issued to the app whose client id is configured here.",
        .badVerificationCode: "Start the sign-in again: codes and verifiers work once and only for a few minutes.",
        .deviceCodeExpired: "Ask for a new code for the device.",
        .clockSkew: "Set this machine's clock, for example with NTP.",
        .rateLimited: "Wait until the limit is lifted.",
        .providerUnavailable: "Try again later; the provider's status page may tell more.",
    ]
}
