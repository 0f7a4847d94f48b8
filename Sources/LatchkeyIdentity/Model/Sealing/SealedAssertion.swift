import Foundation
import LatchkeySecrets

/// The sealed form of an assertion. It is separate from ``ProviderAssertion``, so that secrets are not `Codable` elsewhere.
private struct StoredAssertion: Codable {
    var provider: String
    var origin: String
    var rawID: String
    /// Absent in rows of earlier versions, which supported one protocol per provider.
    var configuredAs: String?
    var email: String?
    var addressVerified: Bool
    var providerHoldsAddress: Bool?
    var displayName: String?
    var screenName: String?
    var photoURL: String?
    var rawUserInfo: String
    var signInAttributes: String?
    var accessToken: String?
    var tokenSecret: String?
    var idToken: String?
    var nonce: String?
    var scopes: [String]
    var expiresInSeconds: Int?
}

extension Sealer {
    package func seal(_ assertion: ProviderAssertion, for context: SealingContext) throws -> SealedSecret {
        let stored = StoredAssertion(
            provider: assertion.key.provider.rawValue, origin: assertion.key.origin, rawID: assertion.key.rawID,
            configuredAs: assertion.configuredAs.rawValue,
            email: assertion.email?.text, addressVerified: assertion.addressVerifiedByProvider,
            providerHoldsAddress: assertion.providerHoldsAddress,
            displayName: assertion.displayName, screenName: assertion.screenName, photoURL: assertion.photoURL,
            rawUserInfo: assertion.rawUserInfo, signInAttributes: assertion.signInAttributes,
            accessToken: assertion.tokens.accessToken?.expose(),
            tokenSecret: assertion.tokens.tokenSecret?.expose(), idToken: assertion.tokens.idToken?.expose(),
            nonce: assertion.tokens.nonce?.expose(), scopes: assertion.tokens.scopes,
            expiresInSeconds: assertion.tokens.expiresInSeconds)
        return try seal(JSONEncoder().encode(stored), for: context)
    }

    package func openAssertion(_ sealed: SealedSecret, for context: SealingContext) throws -> ProviderAssertion {
        let clear = try open(sealed, for: context)
        guard let stored = try? JSONDecoder().decode(StoredAssertion.self, from: Data(clear.expose())) else {
            throw SealingError.malformed
        }
        return ProviderAssertion(
            key: IdentityKey(provider: ProviderID(rawValue: stored.provider), origin: stored.origin, rawID: stored.rawID),
            configuredAs: stored.configuredAs.map { ProviderID(rawValue: $0) },
            email: stored.email.flatMap(EmailAddress.init), addressVerifiedByProvider: stored.addressVerified,
            providerHoldsAddress: stored.providerHoldsAddress ?? true,
            displayName: stored.displayName, screenName: stored.screenName, photoURL: stored.photoURL,
            rawUserInfo: stored.rawUserInfo, signInAttributes: stored.signInAttributes,
            tokens: ProviderTokens(
                accessToken: stored.accessToken.map { Secret($0) }, tokenSecret: stored.tokenSecret.map { Secret($0) },
                idToken: stored.idToken.map { Secret($0) }, nonce: stored.nonce.map { Secret($0) }, scopes: stored.scopes,
                expiresInSeconds: stored.expiresInSeconds))
    }
}
