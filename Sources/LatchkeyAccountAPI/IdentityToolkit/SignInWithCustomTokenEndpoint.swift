import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts:signInWithCustomToken`.
struct SignInWithCustomTokenEndpoint: Endpoint {
    static let name = "accounts:signInWithCustomToken"
    static let version3Name: String? = "verifyCustomToken"

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
