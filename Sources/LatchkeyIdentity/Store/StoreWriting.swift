public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What can be done inside one transaction: all of it happens, or none.
///
/// Constraints are the store's: an address or an identity that is taken throws ``StoreConflict``, whoever asked first. So does whatever
/// belongs to a project or an account that is not there, and changing what is not there. A call that throws has changed nothing.
///
/// An end is the first instant that is too late: what ends at noon can be taken until just before noon.
public protocol StoreWriting:
    StoreReading,
    AccessTokenWriting,
    AccountImportWriting,
    DatabaseSecretWriting,
    HashConfigurationWriting,
    MessageTemplateWriting,
    OneTimeCodeWriting,
    OutboxWriting,
    PasskeyWriting,
    PhoneWriting,
    ProviderConfigurationWriting,
    SecondFactorWriting,
    TenantWriting
{
    // Projects
    func insert(_ project: Project) throws
    /// Replaces name, settings and authorized domains.
    func update(_ project: Project) throws
    func insert(_ key: APIKey) throws
    /// - Returns: Whether there was such a key that was still good.
    func revokeAPIKey(_ text: String, at now: Date) throws -> Bool
    func insert(_ app: RegisteredApp) throws
    /// Replaces team id and name.
    func update(_ app: RegisteredApp) throws
    func insert(_ account: ServiceAccount) throws
    /// - Returns: Whether there was such a service account that was still good.
    func revokeServiceAccount(_ email: String, at now: Date) throws -> Bool
    /// Adds a provider's configuration or replaces it.
    func save(_ provider: ProviderConfiguration) throws

    /// Writes something that changes nothing, so that the transaction fails where the store cannot be written.
    func proveWritable() throws

    // Accounts
    /// Inserts the account with its identities.
    func insert(_ account: Account) throws
    /// The next number for a uid of the form `simplelogin:7`; each is given once in a project. The first comes after all that its
    /// accounts have.
    ///
    /// - Parameter skippingTaken: Whether to count on from the highest that an account has, as after an import.
    func takeLegacyNumber(in project: ProjectID, skippingTaken: Bool) throws -> Int
    /// Replaces everything but id, realm, date of creation and identities. One that is disabled loses its codes: what was sent before
    /// must not open it when it is enabled again.
    func update(_ account: Account) throws
    /// - Returns: Whether there was such an account. All that belongs to it goes with it; events stay.
    func deleteAccount(_ id: AccountID, in realm: Realm) throws -> Bool
    /// Links an identity, in place of the account's present one of the same provider.
    func link(_ identity: Identity, to account: AccountID, in realm: Realm) throws
    /// Refreshes what the provider says about a linked identity: address, names, picture.
    func update(_ identity: Identity, in realm: Realm) throws
    /// - Returns: Whether it was linked.
    func unlink(_ provider: ProviderID, from account: AccountID, in realm: Realm) throws -> Bool
    /// Removes everything of one kind that leads into an account. Call ``removeAllCredentials(of:in:)`` instead.
    func remove(_ kind: CredentialKind, of account: AccountID, in realm: Realm) throws

    // Sessions and what leads to them
    func insert(_ session: Session) throws
    /// Notes that a session was used, on the session and as the last refresh of its account; nothing happens when it is gone.
    func touch(_ session: SessionID, at now: Date) throws
    /// Replaces the networks from which a session was used; does nothing if the session no longer exists.
    func setNetworks(_ networks: [String], of session: SessionID) throws
    /// - Returns: Whether there was such a session.
    func deleteSession(_ id: SessionID) throws -> Bool
    /// Ends the sessions of an account but one, and sign-ins to it that wait for a second factor.
    ///
    /// - Returns: How many sessions there were.
    func deleteSessions(of account: AccountID, in realm: Realm, except: SessionID?) throws -> Int
    func insert(_ flow: SignInFlow) throws
    /// Takes a flow out of the store, once: before its end, and only for the browser that began it where one did.
    func takeFlow(_ id: Fingerprint, browser: Fingerprint?, at now: Date) throws -> SignInFlow?
    func insert(_ result: FlowResult) throws
    /// Takes a result out of the store, once: before its end, and only for who knows the session.
    func takeResult(_ id: Fingerprint, session: Fingerprint, in realm: Realm, at now: Date) throws -> FlowResult?
    func insert(_ pending: PendingCredential) throws
    /// Takes a pending credential out of the store, once and before its end.
    func takePendingCredential(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingCredential?
    /// Removes all whose time is over: flows, results, challenges, proofs, messages and whatever else has an end; codes some time after
    /// it; and hash configurations that no account has referred to for ``HashConfiguration/keptUnusedSeconds``.
    func removeExpired(at now: Date) throws

    // Records and keys
    func append(_ event: AuthEvent) throws
    func insert(_ key: SigningKey) throws
    /// Ends the signing of every key but one; they stay published until `end`, those that were retired before until their own end.
    ///
    /// - Throws: ``StoreConflict`` unless the key that stays is there and still signs: some key always does.
    func retireSigningKeys(except id: String, publishedUntil end: Date) throws
}
