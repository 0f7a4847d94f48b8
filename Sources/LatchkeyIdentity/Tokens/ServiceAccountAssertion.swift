import JWTKit

/// A JWT with which a service account requests an access token (RFC 7523, section 2.1), as Google's libraries create it.
struct ServiceAccountAssertion: JWTPayload {
    var issuer: String?
    var audience: String?
    var scope: String?
    var issuedAt: Double?
    var expiresAt: Double?
    var notBefore: Double?

    static let maxLifetimeSeconds = 3600.0

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case scope
        case issuedAt = "iat"
        case expiresAt = "exp"
        case notBefore = "nbf"
    }

    /// Does nothing. The signature is verified while decoding, and the rest by ``ServiceAccountGrant``.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// Returns the unverified contents of an assertion, to find out the expected signer.
    static func unverified(_ text: String) throws -> ServiceAccountAssertion {
        guard text.utf8.count <= TokenAuthority.maxTokenBytes, CompactToken.algorithm(of: text, among: ["RS256"]) != nil,
            let payload = try? DefaultJWTParser().parse(Array(text.utf8), as: ServiceAccountAssertion.self).payload
        else {
            throw GrantError(.invalidGrant, "The assertion must be a JWT of three parts, signed with RS256.")
        }
        return payload
    }

    static func verified(_ text: String, by account: ServiceAccount) async throws -> ServiceAccountAssertion {
        do {
            let keys = JWTKeyCollection()
            await keys.add(rsa: try JWTKit.Insecure.RSA.PublicKey(pem: account.publicKeyPEM), digestAlgorithm: .sha256)
            return try await keys.verify(text, as: ServiceAccountAssertion.self)
        } catch {
            throw GrantError(.invalidGrant, "The assertion's signature is not that of \(account.email).")
        }
    }
}
