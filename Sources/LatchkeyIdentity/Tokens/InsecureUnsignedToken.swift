import Foundation
import LatchkeySecrets

/// Reads tokens without verifying them, for the emulator mode only. It is reached only through ``KeyRing/insecureUnsigned``.
enum InsecureUnsignedToken {
    /// Returns the payload of an unsigned token (RFC 7519, section 6).
    ///
    /// - Throws: ``SignInError`` with `INVALID_ID_TOKEN`, also for a signed token.
    static func payload<Payload: Decodable>(of text: String, as type: Payload.Type) throws -> Payload {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].isEmpty, let header = object(parts[0]), header["alg"] == .string("none") else {
            throw SignInError(.invalidIDToken, cause: "no unsigned token")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(Base64URL.decode(String(parts[1])) ?? []))
        } catch {
            throw SignInError(.invalidIDToken, cause: "\(error)")
        }
    }

    /// Reads the claims of an ID token, signed or not, of any project. As in the Firebase Auth Emulator, only the members that identify an
    /// account are required.
    ///
    /// - Throws: ``SignInError`` with `INVALID_ID_TOKEN` for a text that is not a JWT.
    static func idToken(_ text: String) throws -> IDTokenClaims {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, object(parts[0]) != nil, let members = object(parts[1]),
            let uid = (members["user_id"] ?? members["sub"])?.plainText, !uid.isEmpty, case .object(let firebase)? = members["firebase"],
            let claims = IDTokenClaims(unchecked: members, firebase: firebase, subject: AccountID(rawValue: uid))
        else { throw SignInError(.invalidIDToken, cause: "no ID token") }
        return claims
    }

    static func tenant(of customToken: String) -> TenantID? {
        let parts = customToken.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return object(parts[1])?["tenant_id"]?.plainText.map(TenantID.init(rawValue:))
    }

    /// Reads a custom token that the Admin SDKs create for an emulator, signed or not, or a JSON object with the same members.
    ///
    /// - Throws: ``SignInError`` with `INVALID_CUSTOM_TOKEN`.
    static func customToken(_ text: String) throws -> CustomToken {
        guard text.utf8.count <= TokenAuthority.maxTokenBytes else { throw CustomToken.invalid("It is longer than 16 KiB.") }
        let members: [String: ClaimValue]
        if text.hasPrefix("{") {
            guard let found = try? JSONDecoder().decode([String: ClaimValue].self, from: Data(text.utf8)) else {
                throw CustomToken.invalid("((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))")
            }
            members = found
        } else {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let found = object(parts[1]) else { throw CustomToken.invalid("Invalid assertion format") }
            guard found["aud"] == .string(CustomToken.audience) else {
                throw CustomToken.invalid(
                    "((Invalid aud (audience): \(found["aud"]?.plainText ?? "undefined") Note: Firebase ID Tokens / third-party tokens"
                        + " cannot be used with signInWithCustomToken.))")
            }
            members = found
        }
        var token = CustomToken()
        token.uid = members["uid"]?.plainText ?? members["user_id"]?.plainText
        token.claims = members["claims"]
        token.tenant = members["tenant_id"]?.plainText
        return token
    }

    private static func object(_ part: Substring) -> [String: ClaimValue]? {
        Base64URL.decode(String(part)).flatMap { try? JSONDecoder().decode([String: ClaimValue].self, from: Data($0)) }
    }
}

extension ClaimValue {
    /// The value as text; some programs write numbers instead of strings.
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): String(flag)
        default: nil
        }
    }
}
