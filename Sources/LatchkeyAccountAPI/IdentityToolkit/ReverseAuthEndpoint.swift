import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeyWeb
import LatchkeyWire

/// `accounts:reverseAuth`: the first step of a sign-in with an account from the device's settings. Off by default.
struct ReverseAuthEndpoint: Endpoint {
    static let name = "accounts:reverseAuth"
    static let asksProviders = true
    static let words = APIWords(
        "reverseAuth", .accounts, "Starts reverse auth for a Twitter account on a device",
        """
        Returns the parameters with which the operating system of a device gets a token for the project's Twitter app. They can \
        be used once, within some minutes. Firebase has no such call.
        """,
        required: ["providerId"],
        errors: [.invalidProviderID, .operationNotAllowed, .invalidIDPResponse],
        request: #"{"providerId":"twitter.com"}"#,
        reply: #"{"oauth":"OAuth oauth_nonce=…"}"#)

    let catalog: ProviderCatalog
    let limits: ProviderCallLimits

    static func tenant(of input: ReverseAuthRequest) -> String? { input.tenantId }

    func respond(to input: ReverseAuthRequest, from caller: Caller) async throws -> ReverseAuthReply {
        guard caller.project.settings.legacy.reverseAuth else {
            throw SignInError(
                .operationNotAllowed, message: "Reverse auth is off. `latchkey projects set --reverse-auth yes` turns it on.")
        }
        let provider = try await catalog.provider(ProviderID(rawValue: input.providerId ?? ""), in: caller.realm)
        guard let provider = provider as? any ReverseAuthProvider else {
            throw SignInError(.init(rawValue: "INVALID_PROVIDER_ID"), message: "Only twitter.com supports reverse auth.")
        }
        try await limits.takeReverseAuth(by: caller)
        return ReverseAuthReply(oauth: try await provider.reverseAuth())
    }
}
