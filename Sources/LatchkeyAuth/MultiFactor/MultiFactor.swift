import LatchkeyWire

/// The second factors of an account.
public final class MultiFactor: Sendable {
    let user: User

    init(_ user: User) {
        self.user = user
    }

    /// The enrolled factors, as of the server's last response.
    public var enrolledFactors: [MultiFactorInfo] { MultiFactorInfo.known(user.session.account.mfaInfo) }

    /// Returns a session for enrolling a factor.
    ///
    /// - Throws: The errors of ``User/getIDToken(forcingRefresh:)`` if the user is no longer signed in.
    public func session() async throws -> MultiFactorSession {
        try await user.getIDToken()
        return MultiFactorSession(.enrollment(user))
    }

    /// Enrolls a factor. Requires a recent sign-in.
    ///
    /// All other sessions of the account are signed out, because they did not present a second factor.
    ///
    /// - Parameters:
    ///   - assertion: The proof of the factor.
    ///   - displayName: The user's name for the factor.
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``; ``AuthErrorCode/invalidVerificationID`` if the enrollment took too long;
    ///   ``AuthErrorCode/secondFactorAlreadyEnrolled``, ``AuthErrorCode/maximumSecondFactorCountExceeded``,
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public func enroll(with assertion: MultiFactorAssertion, displayName: String?) async throws {
        try await user.endingSessionOnFailure {
            var request = MfaEnrollmentFinalizeRequest(displayName: displayName)
            try assertion.fill(&request)
            request.idToken = try await user.getIDToken()
            let reply = try await user.auth.backend.call(
                .mfaEnrollmentFinalize, request, language: user.auth.languageCode,
                returning: MfaEnrollmentFinalizeReply.self)
            try await take(reply.idToken, reply.refreshToken)
        }
    }

    /// Removes a factor. Requires a recent sign-in with a second factor.
    ///
    /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/requiresRecentLogin``.
    public func unenroll(with factorInfo: MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    /// Removes a factor. Requires a recent sign-in with a second factor.
    ///
    /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/requiresRecentLogin``.
    public func unenroll(withFactorUID factorUID: String) async throws {
        try await user.endingSessionOnFailure {
            let request = MfaEnrollmentWithdrawRequest(idToken: try await user.getIDToken(), mfaEnrollmentId: factorUID)
            let reply = try await user.auth.backend.call(
                .mfaEnrollmentWithdraw, request, returning: MfaEnrollmentWithdrawReply.self)
            try await take(reply.idToken, reply.refreshToken)
        }
    }

    /// Continues with the session that replaces the old one.
    private func take(_ idToken: String?, _ refreshToken: String?) async throws {
        let tokens = try TokenSet(idToken: idToken, refreshToken: refreshToken, now: user.auth.now())
        _ = try await user.take(SignInReply(tokens: tokens))
    }
}

extension User {
    /// The second factors of the account.
    public var multiFactor: MultiFactor { MultiFactor(self) }
}

extension AuthBackend.Operation {
    fileprivate static let mfaEnrollmentFinalize = Self(path: "/v2/accounts/mfaEnrollment:finalize")
    fileprivate static let mfaEnrollmentWithdraw = Self(path: "/v2/accounts/mfaEnrollment:withdraw")
}
