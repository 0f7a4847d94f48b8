import JWTKit

/// A custom token, with which a back end vouches for a user, signed with its service account's key (`createCustomToken` of the Admin SDKs).
struct CustomToken: JWTPayload {
    var issuer: String?
    var subject: String?
    var audience: String?
    var uid: String?
    var issuedAt: Double?
    var expiresAt: Double?
    var notBefore: Double?
    var claims: ClaimValue?
    var tenant: String?

    /// The audience of all custom tokens, independent of the server.
    static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    static let maxLifetimeSeconds = 3600.0
    /// The reserved names of claims, which developer claims must not use.
    static let reservedClaims: Set<String> = [
        "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat", "iss", "jti", "nbf", "nonce", "sub",
    ]

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case uid
        case issuedAt = "iat"
        case expiresAt = "exp"
        case notBefore = "nbf"
        case claims
        case tenant = "tenant_id"
    }

    /// Does nothing. The signature is verified while decoding, and the rest by ``CustomTokenSignIn``, which has the clock and the project.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// Returns the unverified contents of a token, to find out the expected signer.
    static func unverified(_ text: String) throws -> CustomToken {
        guard text.utf8.count <= TokenAuthority.maxTokenBytes else { throw invalid("It is longer than 16 KiB.") }
        guard CompactToken.algorithm(of: text, among: ["RS256"]) != nil else {
            throw invalid("Invalid assertion format: it must be a JWT of three parts, signed with RS256, without extensions.")
        }
        do {
            return try DefaultJWTParser().parse(Array(text.utf8), as: CustomToken.self).payload
        } catch {
            throw invalid("Invalid assertion format: a signed JWT has three parts.", cause: "\(error)")
        }
    }

    /// Verifies the signature of a token.
    ///
    /// - Throws: ``SignInError`` with `INVALID_CUSTOM_TOKEN` unless the service account signed it.
    static func verified(_ text: String, by account: ServiceAccount) async throws -> CustomToken {
        do {
            let keys = JWTKeyCollection()
            await keys.add(rsa: try JWTKit.Insecure.RSA.PublicKey(pem: account.publicKeyPEM), digestAlgorithm: .sha256)
            return try await keys.verify(text, as: CustomToken.self)
        } catch {
            throw invalid("Its signature is not that of \(account.email).", cause: "\(error)")
        }
    }

    static func invalid(_ message: String, cause: String? = nil) -> SignInError {
        SignInError(.invalidCustomToken, message: message, cause: cause)
    }
}
