package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts/passkeyEnrollment:finalize`: adds the passkey that a browser created.
package struct FinalizePasskeyEnrollmentEndpoint: Endpoint {
    package static let name = "accounts/passkeyEnrollment:finalize"
    package static let version = "v2"
    package static let words = APIWords(
        "finalizePasskeyEnrollment", .passkeys, "Adds a passkey to the account",
        """
        Verifies the response of an authenticator and adds the passkey to the account of `idToken`. Firebase's \
        `accounts.passkeyEnrollment.finalize`.
        """,
        required: ["idToken", "authenticatorRegistrationResponse"],
        errors: .session + [
            .missingIDToken, .missingAuthenticatorResponse, .invalidAuthenticatorResponse, .invalidCredentialID,
            .credentialAlreadyInUse, .credentialTooOldLoginAgain, .operationNotAllowed, .unauthorizedDomain,
            .blockingFunctionErrorResponse,
        ])

    let passkeys: PasskeyCeremonies
    package let sessions: Sessions

    package static func tenant(of input: FinalizePasskeyEnrollmentRequest) -> String? { input.tenantId }

    package func respond(to input: FinalizePasskeyEnrollmentRequest, from caller: Caller) async throws -> FinalizePasskeyEnrollmentReply {
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        let holder = try await sessions.check(idToken, from: caller)
        let tokens = try await passkeys.enrollment.finish(
            try PasskeyRegistration(input.authenticatorRegistrationResponse), name: input.name.unlessEmpty ?? input.displayName, by: holder)
        return FinalizePasskeyEnrollmentReply(
            localId: tokens.account.id.rawValue, idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}
