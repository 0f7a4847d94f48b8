public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A fresh key of a service account, on its way to whoever asked for it.
public struct ServiceAccountKey: Sendable {
    public let account: ServiceAccount
    /// PKCS #8; nobody has another copy.
    public let privateKeyPEM: Secret<String>

    /// Makes an account with an RSA key of 2,048 bits, which is what Google's libraries read.
    public static func make(name: String, project: ProjectID, at now: Date, random: RandomTokens = .system) throws -> ServiceAccountKey {
        let pair = try PrivateSigningKey.rsaPair()
        let account = ServiceAccount(
            email: ServiceAccount.email(name: name, project: project), project: project,
            keyID: String(Fingerprint(of: random.token()).hex.prefix(40)), publicKeyPEM: pair.publicPEM, createdAt: now.inWholeMilliseconds)
        return ServiceAccountKey(account: account, privateKeyPEM: Secret(pair.privatePEM))
    }
}
