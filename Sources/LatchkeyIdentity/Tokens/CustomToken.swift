import JWTKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A token that a back end signed with the key of its service account, to say who somebody is (`createCustomToken` of the Admin SDKs).
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

    /// The one audience that custom tokens have, with every server.
    static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    static let maxLifetimeSeconds = 3600.0
    /// Names that no developer may claim: they are the token's own.
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

    /// The signature is checked by whoever decodes, the rest by ``CustomTokenSignIn``, which knows the clock and the project.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// What a token says, before anybody knows whether it is true: who is supposed to have signed it.
    static func unverified(_ text: String) throws -> CustomToken {
        guard text.utf8.count <= TokenAuthority.maxTokenBytes else { throw invalid("It is longer than 16 KiB.") }
        guard CompactToken.algorithm(of: text, among: ["RS256"]) != nil else {
            throw invalid("Invalid assertion format: it has to be a JWT of three parts, signed with RS256, without extensions.")
        }
        do {
            return try DefaultJWTParser().parse(Array(text.utf8), as: CustomToken.self).payload
        } catch {
            throw invalid("Invalid assertion format: a signed JWT has three parts.", cause: "\(error)")
        }
    }

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
