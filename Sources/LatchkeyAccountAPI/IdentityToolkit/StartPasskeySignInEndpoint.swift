import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts/passkeySignIn:start`: returns the options for requesting a passkey.
struct StartPasskeySignInEndpoint: Endpoint {
    static let name = "accounts/passkeySignIn:start"
    static let version = "v2"
    static let words = APIWords(
        "startPasskeySignIn", .passkeys, "Returns the options for signing in with a passkey",
        """
        Returns the options for `navigator.credentials.get()` (WebAuthn Level 3, section 5.1.9). Firebase's \
        `accounts.passkeySignIn.start`.
        """,
        errors: [.operationNotAllowed, .unauthorizedDomain],
        request: #"{}"#,
        reply: #"{"credentialRequestOptions":{"challenge":"nXb3…","rpId":"auth.example.org","userVerification":"required"}}"#)

    let passkeys: PasskeyCeremonies

    static func tenant(of input: StartPasskeySignInRequest) -> String? { input.tenantId }

    func respond(to input: StartPasskeySignInRequest, from caller: Caller) async throws -> StartPasskeySignInReply {
        let offer = try await passkeys.signIn.start(caller, at: try passkeys.relyingParty(for: caller))
        return StartPasskeySignInReply(credentialRequestOptions: PasskeyRequestOptions(offer))
    }
}
