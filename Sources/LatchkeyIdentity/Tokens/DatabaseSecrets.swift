package import LatchkeySecrets

/// Verifies the credentials of the first generations of Firebase for databases: secrets, and tokens that were signed with them.
///
/// A project has no secret until an administrator creates one. Until then all such credentials are refused.
package struct DatabaseSecrets: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let now: WallClock

    package init(store: any AccountStore, sealer: Sealer, now: @escaping WallClock) {
        self.store = store
        self.sealer = sealer
        self.now = now
    }

    /// Returns the fingerprint of a secret if it is valid for a project; otherwise `nil`.
    package func secret(_ text: String, of project: ProjectID) async throws -> Fingerprint? {
        guard DatabaseSecret.isFormOfSecret(text) else { return nil }
        let fingerprint = Fingerprint(of: text)
        return try await isGood(fingerprint, of: project) ? fingerprint : nil
    }

    /// Whether a secret is still valid.
    package func isGood(_ secret: Fingerprint, of project: ProjectID) async throws -> Bool {
        try await store.read { try Self.isGood(secret, of: project, in: $0) }
    }

    /// Verifies a token that was signed with a secret of a project, together with the secret and the session that the token names.
    ///
    /// Only one secret is tried: the one that the token names (`kid`), or else the oldest valid one. A new secret therefore takes over when
    /// the old one is revoked.
    ///
    /// - Returns: The token, and the session that it names.
    /// - Throws: ``LegacyTokenError``.
    package func check(_ text: String, of project: ProjectID) async throws -> (token: LegacyToken, session: Session?) {
        let name = try LegacyToken.keyID(of: text)
        let secrets = try await store.read { try $0.databaseSecrets(of: project) }.filter { $0.revokedAt == nil }
        let secret = if let name { secrets.first { $0.id == name } } else { secrets.first }
        guard let secret, let sealed = secret.sealed else {
            throw LegacyTokenError.invalid("The project has no such secret.")
        }
        let key = try sealer.openText(sealed, for: DatabaseSecret.sealingContext(secret.fingerprint, project: project))
        let token = try LegacyToken(text, signedWith: key, secret.fingerprint, at: now())
        let standing = try await store.read { try Self.standing(of: token, of: project, in: $0) }
        guard standing.isGood else {
            throw LegacyTokenError.invalid("Its secret or session has ended, or legacy clients are disabled in the project.")
        }
        return (token, standing.session)
    }

    /// Whether a verified token is still valid, except for its expiry.
    package func isGood(_ token: LegacyToken, of project: ProjectID) async throws -> Bool {
        try await store.read { try Self.standing(of: token, of: project, in: $0).isGood }
    }

    /// Returns whether a verified token is still valid, except for its expiry, and its session, if it names one.
    private static func standing(
        of token: LegacyToken, of project: ProjectID, in view: any StoreReading
    ) throws -> (isGood: Bool, session: Session?) {
        guard try isGood(token.secret, of: project, in: view) else { return (false, nil) }
        guard let id = token.session else { return (true, nil) }
        // Tokens with a session are issued by the legacy routes, and are valid only while these are enabled.
        guard try view.project(project)?.settings.legacy.routes == true else { return (false, nil) }
        // Sessions of a tenant are refused, because its uids may equal those of the project's accounts.
        let realm = Realm(project: project)
        guard let session = try view.session(id), session.realm == realm, session.account.rawValue == token.uid,
            let account = try view.account(session.account, in: realm)
        else {
            return (false, nil)
        }
        return (!account.disabled && token.issuedAt.secondsSince1970 >= account.validSince.secondsSince1970, session)
    }

    private static func isGood(_ secret: Fingerprint, of project: ProjectID, in view: any StoreReading) throws -> Bool {
        guard let found = try view.databaseSecret(secret) else { return false }
        return found.project == project && found.revokedAt == nil
    }
}
