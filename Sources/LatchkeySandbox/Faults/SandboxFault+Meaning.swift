extension SandboxFault.Kind {
    /// The description on the control page.
    var meaning: String {
        switch self {
        case .denied: "The person denies access, regardless of the button"
        case .timeout: "The response takes half a minute"
        case .rateLimited: "Too many requests; retry in fifteen minutes"
        case .serverError: "The provider fails with 500"
        case .malformedBody: "A successful response with an unreadable body"
        case .wrongClock: "The provider's clock is twenty minutes ahead"
        case .revokedToken: "The access token is revoked"
        case .callbackNotApproved: "The callback is not registered"
        case .emailPermissionMissing: "No email address is returned"
        case .accessLevel: "The application may not call API 1.1"
        case .unverifiedEmail: "The person's address is not verified: no token"
        case .userSuspended: "The person is suspended"
        case .accountLocked: "The account is locked"
        case .appSuspended: "The application is suspended"
        case .expiredToken: "The token has expired"
        case .wrongAudience: "An ID token names another application"
        case .wrongIssuer: "An ID token names another issuer"
        case .wrongNonce: "An ID token has another nonce"
        case .foreignKey: "An ID token is signed by a key that is not published"
        case .unsignedToken: "An ID token has no signature"
        default: rawValue
        }
    }
}

extension SandboxFault {
    /// When the fault applies, for the control page: `at GitHub, for ada, the next 3 times`.
    var occasion: String {
        var parts = [provider.map { "at \($0.displayName)" } ?? "at every provider"]
        if let path { parts.append("at \(path)") }
        if let person { parts.append("for \(person)") }
        switch times ?? 1 {
        case 0: parts.append("until it is cleared")
        case 1: parts.append("once")
        case let times: parts.append("the next \(times) times")
        }
        return parts.joined(separator: ", ")
    }
}
