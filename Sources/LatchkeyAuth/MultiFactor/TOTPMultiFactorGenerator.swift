/// Makes assertions of codes that an authenticator program shows.
public enum TOTPMultiFactorGenerator {
    /// Asks the server for the secret that an authenticator program is to be given.
    ///
    /// - Parameter session: From ``MultiFactor/session()``.
    /// - Throws: ``AuthErrorCode/operationNotAllowed``, ``AuthErrorCode/unverifiedEmail``,
    ///   ``AuthErrorCode/unsupportedFirstFactor``, ``AuthErrorCode/maximumSecondFactorCountExceeded``,
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public static func generateSecret(with session: MultiFactorSession) async throws -> TOTPSecret {
        try TOTPSecret(await session.newSeed())
    }

    /// ``generateSecret(with:)`` with a completion, which comes on the main actor.
    public static func generateSecret(
        with session: MultiFactorSession, completion: @escaping @MainActor (TOTPSecret?, (any Error)?) -> Void
    ) {
        deliver(to: completion) { try await generateSecret(with: session) }
    }

    /// An assertion that the person's program has a secret, by the code that it shows.
    public static func assertionForEnrollment(with secret: TOTPSecret, oneTimePassword: String) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(.secret(secret), code: oneTimePassword)
    }

    /// An assertion for a sign-in.
    ///
    /// - Parameter enrollmentID: The ``MultiFactorInfo/uid`` of one of ``MultiFactorResolver/hints``.
    public static func assertionForSignIn(
        withEnrollmentID enrollmentID: String, oneTimePassword: String
    ) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(.enrolment(id: enrollmentID), code: oneTimePassword)
    }
}
