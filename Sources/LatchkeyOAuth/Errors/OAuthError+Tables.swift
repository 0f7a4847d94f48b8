// One table per error vocabulary of the providers.

extension OAuthError.Code {
    /// Maps Twitter's error numbers.
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

    /// Maps the error words of OAuth 2.0 (RFC 6749), GitHub, OAuth Problem Reporting and X's problem documents.
    init?(word: String, at step: ExchangeStep) {
        switch word {
        case "access_denied", "permission_denied", "user_refused": self = .accessDenied
        case "incorrect_client_credentials", "invalid_client", "unauthorized_client", "consumer_key_unknown",
            "consumer_key_rejected", "consumer_key_refused":
            self = .badClientCredentials
        case "redirect_uri_mismatch": self = .redirectMismatch
        case "bad_verification_code", "invalid_grant": self = .badVerificationCode
        case "unverified_user_email": self = .unverifiedEmail
        case "application_suspended": self = .appSuspended
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

    /// Maps Twitter's error messages, for responses in plain text or in XML without a number.
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

    /// Maps the status when the response gives no other information.
    init(status: Int, at step: ExchangeStep) {
        switch (status, step) {
        case (429, _), (420, _): self = .rateLimited
        case (500..., _): self = .providerUnavailable
        case (401, .temporaryCredentials), (401, .tokenCheck), (401, .codeExchange): self = .badClientCredentials
        case (401, .tokenCredentials): self = .badVerificationCode
        case (401, .apiCall): self = .invalidToken
        // GitHub's response to an unknown client ID.
        case (404, .codeExchange): self = .badClientCredentials
        case (404, .tokenCheck), (422, .tokenCheck): self = .wrongApplication
        default: self = .unexpectedStatus
        }
    }
}

extension OAuthError.Code {
    /// How the operator or the user can resolve the error.
    var hint: String? { Self.hints[self] }

    private static let hints: [Self: String] = [
        .accessDenied: "The user can start the sign-in again.",
        .accountLocked: "The user must sign in on the provider's site, follow its instructions, and then try again.",
        .userSuspended: "The provider suspended the user's account; only the provider can restore it.",
        .unverifiedEmail: "The user must verify their primary email address at the provider first.",
        .missingScope: "Request every scope that you need; the user must grant all of them.",
        .callbackNotApproved:
            "Add this callback URL, without its query, to the callback URLs in the app's settings at the provider.",
        .desktopAppOnly:
            "Register any callback URL in the app's settings so that it counts as a web app, or use the PIN flow (oob).",
        .badClientCredentials: "Check the app's key and secret: they must belong to the same app, contain no spaces, and be current.",
        .insufficientAccessLevel:
            "The app's access level at the provider excludes this endpoint: upgrade it, or move the app into a project.",
        .appSuspended: "The provider suspended the app; see its page at the provider.",
        .redirectMismatch: "The redirect URI must begin with the callback URL registered at the provider.",
        .invalidToken: "The user must sign in at the provider again: the token was revoked or belongs to another app.",
        .wrongApplication: "Send a token that was issued to the app with the configured client ID.",
        .badVerificationCode: "Start the sign-in again: codes and verifiers work once and only for a few minutes.",
        .clockSkew: "Synchronize this machine's clock, for example with NTP.",
        .rateLimited: "Wait until the rate limit resets.",
        .providerUnavailable: "Try again later; see the provider's status page.",
    ]
}
