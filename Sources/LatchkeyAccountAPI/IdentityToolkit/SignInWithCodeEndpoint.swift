import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts:signInWithCode`: exchanges the code that the sign-in page passes to a site for a session. Firebase has no equivalent.
struct SignInWithCodeEndpoint: Endpoint {
    static let name = "accounts:signInWithCode"

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
