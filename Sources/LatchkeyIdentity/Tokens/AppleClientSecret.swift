import Crypto
package import Foundation
package import LatchkeySecrets

/// The client secret of Sign in with Apple: a short-lived ES256 token, signed with the developer team's key.
package struct AppleClientSecret: Sendable {
    package let teamID: String
    package let keyID: String
    private let key: P256.Signing.PrivateKey

    /// The lifetime of a secret. Apple accepts up to six months; one exchange needs seconds.
    static let lifetimeSeconds = 300.0

    /// - Parameter privateKey: The `.p8` file from Apple's developer pages, as PEM text.
    /// - Throws: An error if the text is not a P-256 private key.
    package init(teamID: String, keyID: String, privateKey: Secret<String>) throws {
        self.teamID = teamID
        self.keyID = keyID
        key = try P256.Signing.PrivateKey(pemRepresentation: privateKey.expose())
    }

    /// Returns a new client secret.
    ///
    /// - Parameters:
    ///   - clientID: The services id, or the bundle id of an app.
    ///   - audience: Apple's issuer.
    package func token(clientID: String, audience: String, at now: Date) throws -> Secret<String> {
        let issued = Int64(now.timeIntervalSince1970)
        let header = ClaimText([("alg", .string("ES256")), ("kid", .string(keyID)), ("typ", .string("JWT"))])
        let claims = ClaimText([
            ("iss", .string(teamID)), ("iat", .integer(issued)), ("exp", .integer(issued + Int64(Self.lifetimeSeconds))),
            ("aud", .string(audience)), ("sub", .string(clientID)),
        ])
        let signed = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
        let signature = try key.signature(for: SHA256.hash(data: Array(signed.utf8))).rawRepresentation
        return Secret(signed + "." + Base64URL.encode(signature))
    }
}
