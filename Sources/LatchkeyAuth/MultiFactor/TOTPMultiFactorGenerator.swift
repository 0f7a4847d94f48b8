/// A namespace for creating assertions from the codes of an authenticator app.
public enum TOTPMultiFactorGenerator {
    /// Requests a secret for an authenticator app from the server.
    ///
    /// - Parameter session: The session of ``MultiFactor/session()``.
    /// - Throws: ``AuthErrorCode/operationNotAllowed``, ``AuthErrorCode/unverifiedEmail``,
    ///   ``AuthErrorCode/unsupportedFirstFactor``, ``AuthErrorCode/maximumSecondFactorCountExceeded``,
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public static func generateSecret(with session: MultiFactorSession) async throws -> TOTPSecret {
        try TOTPSecret(await session.newSeed())
    }

    /// The variant of ``generateSecret(with:)`` with a completion handler, which is called on the main actor.
    public static func generateSecret(
        with session: MultiFactorSession, completion: @escaping @MainActor (TOTPSecret?, (any Error)?) -> Void
    ) {
        deliver(to: completion) { try await generateSecret(with: session) }
    }

    /// Creates an assertion for an enrollment, from a secret and the code that the authenticator app shows for it.
    public static func assertionForEnrollment(with secret: TOTPSecret, oneTimePassword: String) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(.secret(secret), code: oneTimePassword)
    }

    /// Creates an assertion for a sign-in.
    ///
    /// - Parameters:
    ///   - enrollmentID: The ``MultiFactorInfo/uid`` of one of ``MultiFactorResolver/hints``.
    ///   - oneTimePassword: The code that the authenticator app shows.
    public static func assertionForSignIn(
        withEnrollmentID enrollmentID: String, oneTimePassword: String
    ) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(.enrollment(id: enrollmentID), code: oneTimePassword)
    }
}
