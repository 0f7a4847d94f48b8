public import LatchkeySecrets

/// Checks what the first generations of Firebase show to a database: secrets, and tokens that were made with them.
///
/// A project has none until an administrator makes one; until then nothing of this kind is believed.
public struct DatabaseSecrets: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let now: WallClock

    public init(store: any AccountStore, sealer: Sealer, now: @escaping WallClock) {
        self.store = store
        self.sealer = sealer
        self.now = now
    }

    /// Whether a text is a secret of a project that is good now; then its fingerprint.
    public func secret(_ text: String, of project: ProjectID) async throws -> Fingerprint? {
        guard DatabaseSecret.isFormOfSecret(text) else { return nil }
        let fingerprint = Fingerprint(of: text)
        return try await isGood(fingerprint, of: project) ? fingerprint : nil
    }

    /// Whether a secret is good still.
    public func isGood(_ secret: Fingerprint, of project: ProjectID) async throws -> Bool {
        try await store.read { try Self.isGood(secret, of: project, in: $0) }
    }

    /// What a token says that was made with a secret of a project, if both are good and so is the session that it names.
    ///
    /// One secret is asked, and no other when that has not signed it: the one that the token names (`kid`), else the oldest that is good,
    /// so that a new one takes over when the former is revoked.
    ///
    /// - Throws: ``LegacyTokenError``.
    public func check(_ text: String, of project: ProjectID) async throws -> LegacyToken {
        let name = try LegacyToken.keyID(of: text)
        let secrets = try await store.read { try $0.databaseSecrets(of: project) }.filter { $0.revokedAt == nil }
        let secret = if let name { secrets.first { $0.id == name } } else { secrets.first }
        guard let secret, let sealed = secret.sealed else {
            throw LegacyTokenError.invalid("The project has no such secret.")
        }
        let key = try sealer.openText(sealed, for: DatabaseSecret.sealingContext(secret.fingerprint, project: project))
        let token = try LegacyToken(text, signedWith: key, secret.fingerprint, at: now())
        guard try await isGood(token, of: project) else {
            throw LegacyTokenError.invalid("Its secret or its session has ended, or the project does not answer such clients any more.")
        }
        return token
    }

    /// Whether a token that was good is so still, but for its time.
    public func isGood(_ token: LegacyToken, of project: ProjectID) async throws -> Bool {
        try await store.read { view in
            guard try Self.isGood(token.secret, of: project, in: view) else { return false }
            guard let id = token.session else { return true }
            // Such a token is the old routes' own, and goes with them.
            guard try view.project(project)?.settings.legacy.routes == true else { return false }
            // Nobody could tell people of a tenant, who may have the same uids, from those of the project.
            let realm = Realm(project: project)
            guard let session = try view.session(id), session.realm == realm, session.account.rawValue == token.uid,
                let account = try view.account(session.account, in: realm)
            else {
                return false
            }
            return !account.disabled && token.issuedAt.secondsSince1970 >= account.validSince.secondsSince1970
        }
    }

    private static func isGood(_ secret: Fingerprint, of project: ProjectID, in view: any StoreReading) throws -> Bool {
        guard let found = try view.databaseSecret(secret) else { return false }
        return found.project == project && found.revokedAt == nil
    }
}
