import Crypto
package import Foundation
import LatchkeySecrets

extension DatabaseSecrets {
    /// Creates a token of version 0 for a session, signed with the project's oldest valid secret. It expires with the session.
    ///
    /// - Parameter data: `d` of the token, which rules see as `auth`.
    /// - Throws: ``LegacyTokenError`` if the project has no secret, or the token would exceed Firebase's maximum length.
    package func token(_ data: [String: ClaimValue], for session: Session) async throws -> (text: String, expiresAt: Date) {
        let project = session.realm.project
        let (secret, sealed) = try await signingSecret(of: project)
        let key = try sealer.openText(sealed, for: DatabaseSecret.sealingContext(secret.fingerprint, project: project))
        let instant = now()
        // The token cannot be renewed, so it lasts as long as the session.
        let end = session.endsAt ?? instant.addingTimeInterval(LegacyToken.lifetimeSeconds)
        let claims: [String: ClaimValue] = [
            "v": .integer(0), "iat": .integer(Int64(instant.secondsSince1970)), "exp": .integer(Int64(end.secondsSince1970)),
            "d": .object(data), "sid": .string(session.id.rawValue),
        ]
        let text = try LegacyToken.text(claims, signedWith: key, id: secret.id)
        return (text, end)
    }

    /// Requires that the project has a secret to sign tokens with.
    ///
    /// - Throws: ``LegacyTokenError`` if there is none.
    package func requireSecret(of project: ProjectID) async throws { _ = try await signingSecret(of: project) }

    private func signingSecret(of project: ProjectID) async throws -> (DatabaseSecret, SealedSecret) {
        let secrets = try await store.read { try $0.databaseSecrets(of: project) }
        guard let secret = secrets.first(where: { $0.revokedAt == nil }), let sealed = secret.sealed else {
            throw LegacyTokenError.invalid("The project has no secret to sign tokens with: `latchkey database secrets create` creates one.")
        }
        return (secret, sealed)
    }
}

extension LegacyToken {
    static func text(_ claims: [String: ClaimValue], signedWith key: Secret<String>, id: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = Array(try encoder.encode(["alg": algorithm, "kid": id, "typ": "JWT"]))
        let signed = Base64URL.encode(header) + "." + Base64URL.encode(Array(try encoder.encode(claims)))
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(signed.utf8), using: SymmetricKey(data: Array(key.expose().utf8)))
        let text = signed + "." + Base64URL.encode(Array(code))
        guard text.utf8.count < endOfTokenCharacters else {
            throw LegacyTokenError.invalid("It would have \(endOfTokenCharacters) characters or more.")
        }
        return text
    }
}
