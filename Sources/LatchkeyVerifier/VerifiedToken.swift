#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The claims of a verified token.
public struct VerifiedToken: Sendable, Equatable {
    /// The uid of the account (`sub`).
    public let uid: String
    /// The issuer (`iss`).
    public let issuer: String
    /// The project id (`aud`).
    public let audience: String
    /// When the token was issued (`iat`).
    public let issuedAt: Date
    /// When the token expires (`exp`).
    public let expiresAt: Date
    /// When the user signed in (`auth_time`). Refreshing the token does not change it.
    public let authenticatedAt: Date
    /// The email address (`email`).
    public let email: String?
    /// Whether the email address is verified (`email_verified`). Do not grant access based on an unverified address.
    public let emailVerified: Bool
    /// The phone number (`phone_number`).
    public let phoneNumber: String?
    /// The display name (`name`).
    public let name: String?
    /// The URL of the picture (`picture`).
    public let picture: String?
    /// The sign-in provider, for example `password` or `twitter.com`.
    public let signInProvider: String?
    /// The second factor of the sign-in, for example `totp`; `nil` if none was used.
    public let secondFactor: String?
    /// The tenant of the account. If your project has tenants, check it: the tokens of all tenants have the same issuer.
    public let tenantID: String?
    /// All claims, including custom claims.
    public let claims: [String: TokenClaim]

    /// Creates a token from its claims.
    ///
    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/missingClaim``.
    init(_ claims: [String: TokenClaim]) throws {
        guard let uid = claims["sub"]?.text, let issuer = claims["iss"]?.text, let audience = claims["aud"]?.text,
            let issued = claims["iat"]?.number, let expiry = claims["exp"]?.number, let authenticated = claims["auth_time"]?.number
        else {
            throw TokenVerificationError(.missingClaim, "The token lacks a required claim.")
        }
        self.uid = uid
        self.issuer = issuer
        self.audience = audience
        issuedAt = Date(timeIntervalSince1970: issued)
        expiresAt = Date(timeIntervalSince1970: expiry)
        authenticatedAt = Date(timeIntervalSince1970: authenticated)
        email = claims["email"]?.text
        emailVerified = claims["email_verified"]?.flag ?? false
        phoneNumber = claims["phone_number"]?.text
        name = claims["name"]?.text
        picture = claims["picture"]?.text
        let firebase = claims["firebase"]?.members ?? [:]
        signInProvider = firebase["sign_in_provider"]?.text
        secondFactor = firebase["sign_in_second_factor"]?.text
        tenantID = firebase["tenant"]?.text
        self.claims = claims
    }
}
