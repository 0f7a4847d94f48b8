import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts/passkeySignIn:finalize`: signs in with a passkey.
struct FinalizePasskeySignInEndpoint: Endpoint {
    static let name = "accounts/passkeySignIn:finalize"
    static let version = "v2"

    let passkeys: PasskeyCeremonies

    static func tenant(of ask: FinalizePasskeySignInRequest) -> String? { ask.tenantId }

    func answer(_ ask: FinalizePasskeySignInRequest, from caller: Caller) async throws -> FinalizePasskeySignInReply {
        let tokens = try await passkeys.signIn.finish(try PasskeyAssertion(ask.authenticatorAuthenticationResponse), caller: caller)
        return FinalizePasskeySignInReply(idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}
