import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts:signInWithCode`: exchanges the code that the sign-in page passes to a site for a session. Firebase has no equivalent.
struct SignInWithCodeEndpoint: Endpoint {
    static let name = "accounts:signInWithCode"
    static let words = APIWords(
        "signInWithCode", .accounts, "Signs in with a code of the sign-in page",
        """
        Starts a session for a site that sent its user to `/sign-in`: with the `code` in the URL to which the user returned, and \
        the verifier of the site's challenge (RFC 7636). A code can be used once. Firebase has no such call.
        """,
        required: ["code", "codeVerifier"],
        errors: [.missingCode, .missingCodeVerifier, .invalidSignInCode, .userDisabled],
        request: #"{"code":"code-from-the-url","codeVerifier":"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"}"#,
        reply: """
            {"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","email":"ada@example.org","idToken":"eyJ…","refreshToken":"AMf…",
            "expiresIn":"3600"}
            """)

    let codes: SiteCodes

    static func tenant(of input: SignInWithCodeRequest) -> String? { input.tenantId }

    func respond(to input: SignInWithCodeRequest, from caller: Caller) async throws -> SignInWithCodeReply {
        guard let code = input.code.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_CODE")) }
        guard let verifier = input.codeVerifier.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_CODE_VERIFIER")) }
        let tokens = try await codes.exchange(Secret(code), verifier: Secret(verifier), for: caller)
        return SignInWithCodeReply(
            localId: tokens.account.id.rawValue, email: tokens.account.email?.text, idToken: tokens.idToken,
            refreshToken: tokens.refreshToken.expose(), expiresIn: String(tokens.expiresInSeconds))
    }
}
