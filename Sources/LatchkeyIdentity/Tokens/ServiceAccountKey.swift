package import Foundation
package import LatchkeySecrets

/// A new key of a service account, with its private part.
package struct ServiceAccountKey: Sendable {
    package let account: ServiceAccount
    /// The private key as PKCS #8. The server keeps no copy.
    package let privateKeyPEM: Secret<String>

    /// Creates a service account with an RSA key of 2,048 bits, the kind that Google's libraries support.
    package static func make(name: String, project: ProjectID, at now: Date, random: RandomTokens = .system) throws -> ServiceAccountKey {
        let pair = try PrivateSigningKey.rsaPair()
        let account = ServiceAccount(
            email: ServiceAccount.email(name: name, project: project), project: project,
            keyID: String(Fingerprint(of: random.token()).hex.prefix(40)), publicKeyPEM: pair.publicPEM, createdAt: now.inWholeMilliseconds)
        return ServiceAccountKey(account: account, privateKeyPEM: Secret(pair.privatePEM))
    }
}
