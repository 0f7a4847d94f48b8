public import LatchkeySecrets

/// Read access to a store, within one consistent snapshot.
public protocol StoreReading:
    AccessTokenReading,
    AccountListReading,
    AdministratorInvitationReading,
    DatabaseSecretReading,
    ErasureReading,
    EventReading,
    HashConfigurationReading,
    KeyAgeReading,
    LatencyReading,
    MessageTemplateReading,
    OneTimeCodeReading,
    OutboxReading,
    PasskeyReading,
    PhoneReading,
    ProviderConfigurationReading,
    RemovalReading,
    ScheduledDeletionReading,
    SealedValueReading,
    SecondFactorReading,
    TenantReading,
    UsageReading,
    WebhookReading
{
    // Projects
    /// Returns a project.
    func project(_ id: ProjectID) throws -> Project?
    /// Returns the projects sorted by id, without the console's project.
    func projects() throws -> [Project]
    /// Returns an API key, even if it is revoked.
    func apiKey(_ text: String) throws -> APIKey?
    /// Returns the API keys of a project, the oldest first, including revoked ones.
    func apiKeys(of project: ProjectID) throws -> [APIKey]
    /// Returns the apps of a project, the oldest first.
    func apps(of project: ProjectID) throws -> [RegisteredApp]
    /// Returns the apps of all projects that have a team id, the oldest first.
    func appsOfTeams() throws -> [RegisteredApp]
    /// Returns the configuration of a provider, even if it is disabled.
    func provider(_ id: ProviderID, in realm: Realm) throws -> ProviderConfiguration?
    /// Returns the provider configurations of a realm sorted by id, including disabled ones.
    func providers(in realm: Realm) throws -> [ProviderConfiguration]

    /// Returns the service account with an address, even if it is revoked.
    func serviceAccount(_ email: String) throws -> ServiceAccount?
    /// Returns the service accounts of a project, the oldest first, including revoked ones.
    func serviceAccounts(of project: ProjectID) throws -> [ServiceAccount]

    // Accounts
    /// Returns the account with a uid.
    func account(_ id: AccountID, in realm: Realm) throws -> Account?
    /// Returns the account with a uid, and the session with an id, which may be one of another account. Use it instead of two reads, which need
    /// two statements. Without the account, the session may be missing too.
    func account(_ id: AccountID, in realm: Realm, and session: SessionID) throws -> (Account?, Session?)
    /// Returns the account that has an email address.
    func account(withEmail email: EmailAddress, in realm: Realm) throws -> Account?
    /// Returns the account to which an identity is linked.
    func account(linkedTo identity: IdentityKey, in realm: Realm) throws -> Account?
    /// Returns at most 100 accounts that have an identity with an address, sorted by uid.
    func accounts(withIdentityEmail email: EmailAddress, in realm: Realm) throws -> [Account]
    /// Returns accounts sorted by uid (bytewise), beginning after `last` if it is given, even if that account no longer exists.
    func accounts(in realm: Realm, after last: AccountID?, limit: Int) throws -> [Account]
    /// Returns what waits for a step of the account's holder and has not been deleted: codes, sign-ins and enrollments.
    func pendingEntries(of account: AccountID, in realm: Realm) throws -> [PendingEntry]
    /// Returns the number of identities of a provider that were linked with another origin.
    func identityCount(of provider: ProviderID, in realm: Realm, outsideOrigin origin: String) throws -> Int

    // Sessions and pending sign-ins
    /// Returns the session with an id.
    func session(_ id: SessionID) throws -> Session?
    /// Returns the session with the key of a refresh token. Call `session(ofRefreshToken:)` instead.
    func session(withTokenKey key: Fingerprint) throws -> Session?
    /// Returns the sessions of an account, the newest first.
    func sessions(of account: AccountID, in realm: Realm) throws -> [Session]
    /// Returns a flow, even if it has expired. Pending credentials are returned after their expiry too.
    func flow(_ id: Fingerprint) throws -> SignInFlow?
    /// Returns a pending credential, even if it has expired.
    func pendingCredential(_ id: Fingerprint) throws -> PendingCredential?

    // Keys
    /// Returns the signing keys, the oldest first, including retired ones.
    func signingKeys() throws -> [SigningKey]
}

extension StoreReading {
    package func account(_ id: AccountID, in realm: Realm, and session: SessionID) throws -> (Account?, Session?) {
        (try account(id, in: realm), try self.session(session))
    }

    /// Returns a provider configuration of the project itself.
    package func provider(_ id: ProviderID, of project: ProjectID) throws -> ProviderConfiguration? {
        try provider(id, in: Realm(project: project))
    }

    /// Returns the provider configurations of the project itself, including disabled ones.
    package func providers(of project: ProjectID) throws -> [ProviderConfiguration] {
        try providers(in: Realm(project: project))
    }
}
