#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a token says that was checked.
public struct VerifiedToken: Sendable, Equatable {
    /// The account's uid (`sub`).
    public let uid: String
    public let issuer: String
    /// The project's id (`aud`).
    public let audience: String
    public let issuedAt: Date
    public let expiresAt: Date
    /// When the person signed in; a refreshed token keeps it.
    public let authenticatedAt: Date
    public let email: String?
    /// Whether somebody showed that the address is theirs. Grant nothing on an address that nobody verified.
    public let emailVerified: Bool
    public let phoneNumber: String?
    public let name: String?
    public let picture: String?
    /// How the person signed in, for example `password` or `twitter.com`.
    public let signInProvider: String?
    /// The second factor that was shown, for example `totp`; none when there was none.
    public let secondFactor: String?
    /// The tenant of the account. A project with tenants has to look at it: tokens of all its tenants have one issuer.
    public let tenantID: String?
    /// All claims, the project's own among them.
    public let claims: [String: TokenClaim]

    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/missingClaim``.
    init(_ claims: [String: TokenClaim]) throws {
        guard let uid = claims["sub"]?.text, let issuer = claims["iss"]?.text, let audience = claims["aud"]?.text,
            let issued = claims["iat"]?.number, let expiry = claims["exp"]?.number, let authenticated = claims["auth_time"]?.number
        else {
            throw TokenVerificationError(.missingClaim, "The token lacks a claim that every token has.")
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
