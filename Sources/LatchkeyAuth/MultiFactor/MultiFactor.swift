import LatchkeyWire

/// The second factors of an account.
public final class MultiFactor: Sendable {
    let user: User

    init(_ user: User) {
        self.user = user
    }

    /// The factors that are enrolled, as the server told last.
    public var enrolledFactors: [MultiFactorInfo] { MultiFactorInfo.known(user.session.account.mfaInfo) }

    /// A session to enrol a factor in.
    ///
    /// - Throws: What ``User/getIDToken(forcingRefresh:)`` throws when the person is not signed in any more.
    public func session() async throws -> MultiFactorSession {
        try await user.getIDToken()
        return MultiFactorSession(.enrolment(user))
    }

    /// Enrols a factor; needs a recent sign-in.
    ///
    /// Everybody else who is signed in to the account is signed out, because they showed no second factor.
    ///
    /// - Parameter displayName: What the person calls the factor.
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``, ``AuthErrorCode/invalidVerificationID`` when it took too long,
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

    /// Takes a factor away; needs a recent sign-in.
    public func unenroll(with factorInfo: MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    /// Takes a factor away; needs a recent sign-in, with a second factor.
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

    /// Goes on with the session that takes the place of the old one.
    private func take(_ idToken: String?, _ refreshToken: String?) async throws {
        let tokens = try TokenSet(idToken: idToken, refreshToken: refreshToken, now: user.auth.now())
        _ = try await user.take(SignInAnswer(tokens: tokens))
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
