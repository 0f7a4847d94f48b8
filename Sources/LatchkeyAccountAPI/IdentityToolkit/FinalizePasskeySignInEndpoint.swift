package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts/passkeySignIn:finalize`: signs in with a passkey.
package struct FinalizePasskeySignInEndpoint: Endpoint {
    package static let name = "accounts/passkeySignIn:finalize"
    package static let version = "v2"
    package static let words = APIWords(
        "finalizePasskeySignIn", .passkeys, "Signs in with a passkey",
        """
        Verifies the response of an authenticator and starts a session of the passkey's account. A passkey counts as two \
        factors. Firebase's `accounts.passkeySignIn.finalize`.
        """,
        required: ["authenticatorAuthenticationResponse"],
        errors: [
            .missingAuthenticatorResponse, .invalidAuthenticatorResponse, .invalidCredentialID, .passkeyCredentialNotFound,
            .userDisabled, .operationNotAllowed, .unauthorizedDomain, .blockingFunctionErrorResponse,
        ])

    let passkeys: PasskeyCeremonies

    package static func tenant(of input: FinalizePasskeySignInRequest) -> String? { input.tenantId }

    package func respond(to input: FinalizePasskeySignInRequest, from caller: Caller) async throws -> FinalizePasskeySignInReply {
        let tokens = try await passkeys.signIn.finish(try PasskeyAssertion(input.authenticatorAuthenticationResponse), caller: caller)
        return FinalizePasskeySignInReply(idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}
