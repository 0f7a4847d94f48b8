import LatchkeyWire

/// The continuation of a sign-in after the first factor succeeded.
///
/// You get a resolver from an error with code ``AuthErrorCode/secondFactorRequired``, under ``AuthErrorUserInfoMultiFactorResolverKey``.
/// It stays usable after a wrong code, until the server has received too many wrong codes or the sign-in has taken too long.
public final class MultiFactorResolver: Sendable {
    /// The session for sending and presenting codes.
    public let session: MultiFactorSession
    /// The factors that the user can choose from.
    public let hints: [MultiFactorInfo]
    /// The instance that the user signs in to.
    public let auth: Auth

    private let pendingCredential: String
    private let additional: AdditionalUserInfo?
    private let credential: AuthCredential?
    /// The user to reauthenticate; `nil` in a sign-in, which can be that of any user.
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

    /// Returns a resolver that reauthenticates a user instead of signing in.
    func reauthenticating(_ user: User) -> MultiFactorResolver {
        MultiFactorResolver(
            auth: auth, pendingCredential: pendingCredential, hints: hints, additional: additional, credential: credential,
            user: user)
    }

    /// Completes the sign-in or the reauthentication with the second factor.
    ///
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``; ``AuthErrorCode/invalidMultiFactorSession`` if it took too long;
    ///   ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/tooManyRequests``; ``AuthErrorCode/userMismatch`` in a
    ///   reauthentication.
    @discardableResult
    public func resolveSignIn(with assertion: MultiFactorAssertion) async throws -> AuthDataResult {
        var request = MfaSignInFinalizeRequest(mfaPendingCredential: pendingCredential, tenantId: auth.tenantID)
        try assertion.fill(&request)
        let reply = try await auth.backend.call(
            .mfaSignInFinalize, request, language: auth.languageCode, returning: MfaSignInFinalizeReply.self)
        let tokens = try TokenSet(idToken: reply.idToken, refreshToken: reply.refreshToken, now: auth.now())
        let response = SignInReply(tokens: tokens, additional: additional, credential: credential)
        guard let user else { return try await auth.signedIn(with: response) }
        return try await user.reauthenticated(with: response)
    }

    /// The variant of ``resolveSignIn(with:)`` with a completion handler, which is called on the main actor.
    public func resolveSignIn(
        with assertion: MultiFactorAssertion, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.resolveSignIn(with: assertion) }
    }
}

extension Auth {
    /// Returns the error of a first factor that requires a second factor; `nil` if none is required.
    ///
    /// - Parameters:
    ///   - additional: The additional information from the first factor, which becomes part of the final result.
    ///   - credential: The credential from the first factor, which becomes part of the final result.
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
