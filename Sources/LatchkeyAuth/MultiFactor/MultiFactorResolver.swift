import LatchkeyWire

/// Continues a sign-in whose first factor was right.
///
/// It comes with an error of code ``AuthErrorCode/secondFactorRequired``, under ``AuthErrorUserInfoMultiFactorResolverKey``. A
/// wrong code leaves it usable, until the server has seen too many or the person took too long.
public final class MultiFactorResolver: Sendable {
    /// What codes are sent and shown for.
    public let session: MultiFactorSession
    /// The factors to choose from.
    public let hints: [MultiFactorInfo]
    /// Where the person signs in.
    public let auth: Auth

    private let pendingCredential: String
    private let additional: AdditionalUserInfo?
    private let credential: AuthCredential?
    /// Who signs in again; `nil` in a sign-in, which may be anybody's.
    private let user: User?

    init(
        auth: Auth, pendingCredential: String, hints: [MultiFactorInfo], additional: AdditionalUserInfo?,
        credential: AuthCredential?, user: User? = nil
    ) {
        self.auth = auth
        self.pendingCredential = pendingCredential
        self.hints = hints
        self.additional = additional
        self.credential = credential
        self.user = user
        session = MultiFactorSession(.signIn(auth, pendingCredential: pendingCredential))
    }

    /// The same, to go on with the session of an account.
    func reauthenticating(_ user: User) -> MultiFactorResolver {
        MultiFactorResolver(
            auth: auth, pendingCredential: pendingCredential, hints: hints, additional: additional, credential: credential,
            user: user)
    }

    /// Ends the sign-in, or the reauthentication, with the second factor.
    ///
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``; ``AuthErrorCode/invalidMultiFactorSession`` when it took too long;
    ///   ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/tooManyRequests``; ``AuthErrorCode/userMismatch`` in a
    ///   reauthentication.
    @discardableResult
    public func resolveSignIn(with assertion: MultiFactorAssertion) async throws -> AuthDataResult {
        var request = MfaSignInFinalizeRequest(mfaPendingCredential: pendingCredential, tenantId: auth.tenantID)
        try assertion.fill(&request)
        let reply = try await auth.backend.call(
            .mfaSignInFinalize, request, language: auth.languageCode, returning: MfaSignInFinalizeReply.self)
        let tokens = try TokenSet(idToken: reply.idToken, refreshToken: reply.refreshToken, now: auth.now())
        let answer = SignInAnswer(tokens: tokens, additional: additional, credential: credential)
        guard let user else { return try await auth.signedIn(with: answer) }
        return try await user.reauthenticated(with: answer)
    }

    /// ``resolveSignIn(with:)`` with a completion, which comes on the main actor.
    public func resolveSignIn(
        with assertion: MultiFactorAssertion, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.resolveSignIn(with: assertion) }
    }
}

extension Auth {
    /// The error of a first factor that a second one must follow; `nil` when none is due.
    ///
    /// - Parameters:
    ///   - additional: What the first factor told; it goes into the result of the whole.
    ///   - credential: The same.
    func secondFactor(
        due pendingCredential: String?, _ enrollments: [MfaEnrollment]?, after additional: AdditionalUserInfo?,
        credential: AuthCredential? = nil
    ) -> (any Error)? {
        guard let pendingCredential else { return nil }
        let resolver = MultiFactorResolver(
            auth: self, pendingCredential: pendingCredential, hints: MultiFactorInfo.known(enrollments),
            additional: additional, credential: credential)
        return AuthError.make(.secondFactorRequired, resolver: resolver)
    }
}

extension AuthBackend.Operation {
    fileprivate static let mfaSignInFinalize = Self(path: "/v2/accounts/mfaSignIn:finalize")
}
