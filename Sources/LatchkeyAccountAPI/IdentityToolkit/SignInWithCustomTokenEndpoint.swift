import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts:signInWithCustomToken`.
struct SignInWithCustomTokenEndpoint: Endpoint {
    static let name = "accounts:signInWithCustomToken"
    static let version3Name: String? = "verifyCustomToken"
    static let words = APIWords(
        "signInWithCustomToken", .accounts, "Signs in with a custom token",
        """
        Starts a session of the account that a back end named in a token, which it signed with the key of a service account. The \
        first sign-in creates the account. A custom token is valid for at most one hour. Firebase's \
        `accounts.signInWithCustomToken`.
        """,
        required: ["token"],
        errors: [
            .missingCustomToken, .invalidCustomToken, .credentialMismatch, .tenantIDMismatch, .userDisabled, .invalidClaims,
            .claimsTooLarge, .forbiddenClaim, .blockingFunctionErrorResponse,
        ],
        request: #"{"token":"eyJ…","returnSecureToken":true}"#,
        reply: """
            {"kind":"identitytoolkit#VerifyCustomTokenResponse","idToken":"eyJ…","refreshToken":"AMf…","expiresIn":"3600",
            "isNewUser":true}
            """)

    let signIn: CustomTokenSignIn

    static func tenant(of input: SignInWithCustomTokenRequest) -> String? { input.tenantId }

    func respond(to input: SignInWithCustomTokenRequest, from caller: Caller) async throws -> SignInWithCustomTokenReply {
        guard let token = input.token, !token.isEmpty else { throw SignInError(.init(rawValue: "MISSING_CUSTOM_TOKEN")) }
        let (tokens, isNewUser) = try await signIn.signIn(token, caller: caller)
        return SignInWithCustomTokenReply(
            idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose(), expiresIn: String(tokens.expiresInSeconds),
            isNewUser: isNewUser)
    }
}
