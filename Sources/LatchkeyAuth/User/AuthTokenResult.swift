public import Foundation
import LatchkeySecrets
import LatchkeyWire

/// An ID token and its claims. The token is decoded but not verified; the server that receives it must verify it.
public struct AuthTokenResult: Sendable {
    /// The ID token.
    public let token: String
    /// When the token expires.
    public let expirationDate: Date
    /// When the user signed in.
    public let authDate: Date
    /// When the token was issued.
    public let issuedAtDate: Date
    /// The provider of the sign-in, for example `twitter.com`.
    public let signInProvider: String
    /// The second factor of the sign-in; empty if none was used.
    public let signInSecondFactor: String
    /// All claims of the token, including custom claims: `String`, `Bool`, `Int`, `Double`, arrays and dictionaries.
    public let claims: [String: any Sendable]

    /// Decodes an ID token.
    ///
    /// - Throws: ``AuthErrorCode/malformedJWT``.
    init(token: String) throws {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
            let claims = PlainJSON.object(payload)
        else { throw AuthError.make(.malformedJWT, reason: "The token has no readable payload.") }
        func date(_ claim: String) throws -> Date {
            let seconds = (claims[claim] as? Int).map(Double.init) ?? claims[claim] as? Double
            guard let seconds else { throw AuthError.make(.malformedJWT, reason: "The token has no claim \(claim).") }
            return Date(timeIntervalSince1970: seconds)
        }
        self.token = token
        self.claims = claims
        expirationDate = try date("exp")
        authDate = try date("auth_time")
        issuedAtDate = try date("iat")
        let firebase = claims["firebase"] as? [String: any Sendable] ?? [:]
        signInProvider = firebase["sign_in_provider"] as? String ?? ""
        signInSecondFactor = firebase["sign_in_second_factor"] as? String ?? ""
    }
}
