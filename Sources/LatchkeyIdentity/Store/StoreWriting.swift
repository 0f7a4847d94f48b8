public import Foundation
public import LatchkeySecrets

/// Write access to a store, within one transaction that is applied completely or not at all.
///
/// The store enforces the constraints: a taken address or identity throws ``StoreConflict``. So does inserting data of a project or
/// account that does not exist, and updating data that does not exist. A conflict ends the transaction, unless the call was made in
/// ``attempt(_:)``.
///
/// An expiry time is the first invalid instant: a code that expires at noon can be used until just before noon.
public protocol StoreWriting:
    StoreReading,
    AccessTokenWriting,
    AccountImportWriting,
    AdministratorInvitationWriting,
    DatabaseSecretWriting,
    ErasureWriting,
    EventWriting,
    HashConfigurationWriting,
    LatencyWriting,
    MessageTemplateWriting,
    OneTimeCodeWriting,
    OutboxWriting,
    PasskeyWriting,
    PhoneWriting,
    ProviderConfigurationWriting,
    RemovalWriting,
    ScheduledDeletionWriting,
    SealedValueWriting,
    SecondFactorWriting,
    TenantWriting,
    WebhookWriting
{
    /// Runs a part of the transaction that may fail. If the closure throws, its changes are undone and the transaction can continue. This
    /// is the only way to continue after a ``StoreConflict``. Attempts can be nested.
    ///
    /// An attempt costs about as much as a small write. Where a look-up can detect the conflict, prefer the look-up.
    ///
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure; the conflict if the closure caught one of its own calls and returned.
    func attempt<T>(_ body: () throws -> T) throws -> T

    // Projects
    /// Inserts a project.
    func insert(_ project: Project) throws
    /// Replaces name, settings and authorized domains.
    func update(_ project: Project) throws
    /// Inserts an API key.
    func insert(_ key: APIKey) throws
    /// Revokes an API key.
    ///
    /// - Returns: Whether a valid key was revoked.
    func revokeAPIKey(_ text: String, at now: Date) throws -> Bool
    /// Inserts an app.
    func insert(_ app: RegisteredApp) throws
    /// Replaces team id and name.
    func update(_ app: RegisteredApp) throws
    /// Inserts a service account.
    func insert(_ account: ServiceAccount) throws
    /// Revokes a service account.
    ///
    /// - Returns: Whether a valid service account was revoked.
    func revokeServiceAccount(_ email: String, at now: Date) throws -> Bool
    /// Inserts or replaces a provider's configuration.
    func save(_ provider: ProviderConfiguration) throws

    /// Performs a write without effect, so that the transaction fails if the store cannot be written.
    func proveWritable() throws

    // Accounts
    /// Inserts the account with its identities.
    func insert(_ account: Account) throws
    /// Takes the next number for a uid of the form `simplelogin:7`. Each number is used once per project. The first one follows the highest
    /// number of existing accounts.
    ///
    /// - Parameter skippingTaken: Whether to continue from the highest number of existing accounts, as after an import.
    func takeLegacyNumber(in project: ProjectID, skippingTaken: Bool) throws -> Int
    /// Replaces everything except id, realm, creation date and identities. The codes of an account that becomes disabled are deleted, so
    /// that they cannot open it when it is enabled again.
    func update(_ account: Account) throws
    /// Deletes an account with all its data, except events. Call `erase(_:in:at:random:)` instead.
    ///
    /// - Returns: Whether the account existed.
    func deleteAccount(_ id: AccountID, in realm: Realm) throws -> Bool
    /// Links an identity, which replaces the account's identity of the same provider.
    func link(_ identity: Identity, to account: AccountID, in realm: Realm) throws
    /// Updates the provider's profile of a linked identity: address, names and picture.
    func update(_ identity: Identity, in realm: Realm) throws
    /// Unlinks the identity of a provider.
    ///
    /// - Returns: Whether it was linked.
    func unlink(_ provider: ProviderID, from account: AccountID, in realm: Realm) throws -> Bool
    /// Removes all credentials of one kind from an account. Call ``removeAllCredentials(of:in:)`` instead.
    func remove(_ kind: CredentialKind, of account: AccountID, in realm: Realm) throws

    // Sessions and pending sign-ins
    /// Inserts a session.
    func insert(_ session: Session) throws
    /// Records the use of a session, and the last refresh of its account. Does nothing if the session no longer exists.
    func touch(_ session: SessionID, at now: Date) throws
    /// Replaces the networks from which a session was used. Does nothing if the session no longer exists.
    func setNetworks(_ networks: [String], of session: SessionID) throws
    /// Deletes a session.
    ///
    /// - Returns: Whether the session existed.
    func deleteSession(_ id: SessionID) throws -> Bool
    /// Ends all sessions of an account except one, and its sign-ins that wait for a second factor.
    ///
    /// - Returns: The number of ended sessions.
    func deleteSessions(of account: AccountID, in realm: Realm, except: SessionID?) throws -> Int
    /// Inserts a pending sign-in at a provider.
    func insert(_ flow: SignInFlow) throws
    /// Removes and returns a flow. Works once, before the flow expires, and only for the browser that started it, if one did.
    func takeFlow(_ id: Fingerprint, browser: Fingerprint?, at now: Date) throws -> SignInFlow?
    /// Inserts the result of a flow.
    func insert(_ result: FlowResult) throws
    /// Removes and returns a result. Works once, before the result expires, and only with the session id.
    func takeResult(_ id: Fingerprint, session: Fingerprint, in realm: Realm, at now: Date) throws -> FlowResult?
    /// Inserts a pending credential.
    func insert(_ pending: PendingCredential) throws
    /// Removes and returns a pending credential. Works once, before it expires.
    func takePendingCredential(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingCredential?
    /// Deletes expired data: flows, results, challenges, proofs, messages, invitations and so on; codes some time after their expiry; and
    /// hash configurations to which no account has referred for ``HashConfiguration/keptUnusedSeconds``.
    func removeExpired(at now: Date) throws

    // Keys
    /// Inserts a signing key. The newest key of a purpose signs.
    func insert(_ key: SigningKey) throws
    /// Retires all signing keys of the purpose of one key, except this one. They stay published until `end`; earlier retired keys until
    /// their own end.
    ///
    /// - Throws: ``StoreConflict`` unless the remaining key exists and still signs, so that there is always a signing key.
    func retireSigningKeys(except id: String, publishedUntil end: Date) throws
    /// Ends the publication of a key at once, also for the session cookies of earlier versions.
    ///
    /// - Returns: `false` if the key does not exist, or its publication has ended already.
    /// - Throws: ``StoreConflict`` if no key of its purpose would be left that signs.
    func revokeSigningKey(_ id: String, at now: Date) throws -> Bool
}
