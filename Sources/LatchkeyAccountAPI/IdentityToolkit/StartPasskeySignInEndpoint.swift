import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts/passkeySignIn:start`: returns the options for requesting a passkey.
struct StartPasskeySignInEndpoint: Endpoint {
    static let name = "accounts/passkeySignIn:start"
    static let version = "v2"

    let passkeys: PasskeyCeremonies

    static func tenant(of input: StartPasskeySignInRequest) -> String? { input.tenantId }

    func respond(to input: StartPasskeySignInRequest, from caller: Caller) async throws -> StartPasskeySignInReply {
        let offer = try await passkeys.signIn.start(caller, at: try passkeys.relyingParty(for: caller))
        return StartPasskeySignInReply(credentialRequestOptions: PasskeyRequestOptions(offer))
    }
}
