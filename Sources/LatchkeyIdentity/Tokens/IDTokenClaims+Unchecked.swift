import Foundation
import LatchkeySecrets

extension IDTokenClaims {
    /// Reads the claims of a token without checking them. Missing claims stay absent.
    ///
    /// - Returns: `nil` if a time is out of range.
    init?(unchecked members: [String: ClaimValue], firebase: [String: ClaimValue], subject: AccountID) {
        func text(_ name: String) -> String? { members[name]?.plainText }
        func date(_ name: String) -> Date? {
            guard let value = members[name] else { return Date(timeIntervalSince1970: 0) }
            // Years after 9999 would overflow in milliseconds.
            guard case .integer(let seconds) = value, (0...253_402_300_799).contains(seconds) else { return nil }
            return Date(timeIntervalSince1970: Double(seconds))
        }
        guard let issued = date("iat"), let expires = date("exp"), let authenticated = date("auth_time") else { return nil }
        issuer = text("iss") ?? ""
        audience = text("aud") ?? ""
        self.subject = subject
        issuedAt = issued
        expiresAt = expires
        authenticatedAt = authenticated
        name = text("name")
        picture = text("picture")
        email = text("email")
        emailVerified = if case .bool(let flag)? = members["email_verified"] { flag } else { nil }
        phoneNumber = text("phone_number")
        providerID = text("provider_id")
        let identities: [String: [String]] =
            if case .object(let named)? = firebase["identities"] {
                named.compactMapValues { if case .array(let ids) = $0 { ids.compactMap(\.plainText) } else { nil } }
            } else {
                [:]
            }
        self.firebase = Firebase(
            identities: identities, signInProvider: firebase["sign_in_provider"]?.plainText ?? "",
            signInSecondFactor: firebase["sign_in_second_factor"]?.plainText,
            secondFactorIdentifier: firebase["second_factor_identifier"]?.plainText, tenant: firebase["tenant"]?.plainText,
            session: firebase["session"]?.plainText)
        let own: Set<String> = [
            "iss", "aud", "sub", "user_id", "iat", "exp", "auth_time", "name", "picture", "email", "email_verified", "phone_number",
            "provider_id", "firebase",
        ]
        custom = members.filter { !own.contains($0.key) }
    }
}
