import LatchkeyWire

/// A session for presenting a second factor: for an enrollment, from ``MultiFactor/session()``, or a sign-in, from ``MultiFactorResolver``.
public final class MultiFactorSession: Sendable {
    /// The purpose of the session, with the user or the pending sign-in.
    enum Purpose: Sendable {
        case enrollment(User)
        case signIn(Auth, pendingCredential: String)
    }

    let purpose: Purpose

    init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    /// Sends a code to a phone that is being enrolled.
    func sendCode(toNew phoneNumber: String) async throws -> String {
        let reply = try await startEnrollment(phone: PhoneFactorInfo(phoneNumber: phoneNumber))
        return try PhoneAuthProvider.verificationID(reply.phoneSessionInfo?.sessionInfo)
    }

    /// Sends a code to an enrolled phone.
    func sendCode(to factor: PhoneMultiFactorInfo) async throws -> String {
        guard case .signIn(let auth, let pendingCredential) = purpose else { throw Self.wrongPurpose("signing in") }
        let request = MfaSignInStartRequest(
            mfaPendingCredential: pendingCredential, mfaEnrollmentId: factor.uid, phoneSignInInfo: PhoneFactorInfo(),
            tenantId: auth.tenantID)
        let reply = try await auth.backend.call(
            .mfaSignInStart, request, language: auth.languageCode, returning: MfaSignInStartReply.self)
        return try PhoneAuthProvider.verificationID(reply.phoneResponseInfo?.sessionInfo)
    }

    /// Requests the secret of a new factor with time-based codes.
    func newSeed() async throws -> TotpFactorSession {
        guard let seed = try await startEnrollment(totp: TotpFactor()).totpSessionInfo else {
            throw AuthError.make(.internalError, reason: "The server's response lacks the secret.")
        }
        return seed
    }

    private func startEnrollment(
        phone: PhoneFactorInfo? = nil, totp: TotpFactor? = nil
    ) async throws -> MfaEnrollmentStartReply {
        guard case .enrollment(let user) = purpose else { throw Self.wrongPurpose("enrolling") }
        return try await user.endingSessionOnFailure {
            try await user.auth.backend.call(
                .mfaEnrollmentStart,
                MfaEnrollmentStartRequest(
                    idToken: try await user.getIDToken(), phoneEnrollmentInfo: phone, totpEnrollmentInfo: totp),
                language: user.auth.languageCode)
        }
    }

    private static func wrongPurpose(_ purpose: String) -> any Error {
        AuthError.make(.invalidMultiFactorSession, reason: "This session cannot be used for \(purpose).")
    }
}

extension AuthBackend.Operation {
    fileprivate static let mfaEnrollmentStart = Self(path: "/v2/accounts/mfaEnrollment:start")
    fileprivate static let mfaSignInStart = Self(path: "/v2/accounts/mfaSignIn:start")
}
