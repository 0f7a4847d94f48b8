import Foundation
import LatchkeySecrets
import LatchkeyServerTestSupport

@testable import LatchkeyIdentity

extension TokenForge {
    /// RSASSA-PKCS1-v1_5 with SHA-256, with a PEM key.
    static func rs256(_ text: String, by key: ServiceAccountKey) throws -> [UInt8] {
        Array(try PrivateSigningKey(pem: key.privateKeyPEM.expose(), algorithm: .rs256).signature(of: text))
    }

    /// A custom token of the stage's service account.
    static func custom(uid: String, tenant: String? = nil, at now: Date) throws -> String {
        let key = Stage.serviceAccount
        var claims: [String: any Sendable] = [
            "iss": key.account.email, "sub": key.account.email, "aud": CustomToken.audience, "uid": uid,
            "iat": now.secondsSince1970, "exp": now.secondsSince1970 + 3600,
        ]
        claims["tenant_id"] = tenant
        let signed = part(#"{"alg":"RS256","typ":"JWT"}"#) + "." + part(try json(claims))
        return signed + "." + Base64URL.encode(try rs256(signed, by: key))
    }
}
