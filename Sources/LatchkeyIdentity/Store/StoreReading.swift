public import LatchkeySecrets

/// What can be read from a store, inside one consistent view of it.
public protocol StoreReading:
    AccessTokenReading,
    AccountListReading,
    DatabaseSecretReading,
    EventReading,
    HashConfigurationReading,
    MessageTemplateReading,
    OneTimeCodeReading,
    OutboxReading,
    PasskeyReading,
    PhoneReading,
    ProviderConfigurationReading,
    SecondFactorReading,
    TenantReading,
    UsageReading
{
    // Projects
    func project(_ id: ProjectID) throws -> Project?
    /// By id; the console's own is none of them.
    func projects() throws -> [Project]
    /// Revoked or not.
    func apiKey(_ text: String) throws -> APIKey?
    /// Revoked ones included, oldest first.
    func apiKeys(of project: ProjectID) throws -> [APIKey]
    /// Oldest first.
    func apps(of project: ProjectID) throws -> [RegisteredApp]
    /// The apps of all projects that have a team id, oldest first.
    func appsOfTeams() throws -> [RegisteredApp]
    func provider(_ id: ProviderID, in realm: Realm) throws -> ProviderConfiguration?
    /// By id, disabled ones included.
    func providers(in realm: Realm) throws -> [ProviderConfiguration]

    /// By its address, revoked or not.
    func serviceAccount(_ email: String) throws -> ServiceAccount?
    /// Oldest first, revoked ones included.
    func serviceAccounts(of project: ProjectID) throws -> [ServiceAccount]

    // Accounts
    func account(_ id: AccountID, in realm: Realm) throws -> Account?
    /// The account whose own address it is.
    func account(withEmail email: EmailAddress, in realm: Realm) throws -> Account?
    /// The account that an identity is linked to.
    func account(linkedTo identity: IdentityKey, in realm: Realm) throws -> Account?
    /// Accounts one of whose identities has the address, in the order of their uids; at most 100.
    func accounts(withIdentityEmail email: EmailAddress, in realm: Realm) throws -> [Account]
    /// Accounts in the order of their uids (byte by byte), those after `last` if it is given, whether or not that one still exists.
    func accounts(in realm: Realm, after last: AccountID?, limit: Int) throws -> [Account]
    /// How many identities of a provider were linked under another origin than this one.
    func identityCount(of provider: ProviderID, in realm: Realm, outsideOrigin origin: String) throws -> Int

    // Sessions and what leads to them
    func session(_ id: SessionID) throws -> Session?
    func session(withRefreshToken fingerprint: Fingerprint) throws -> Session?
    /// Newest first.
    func sessions(of account: AccountID, in realm: Realm) throws -> [Session]
    /// Whether or not its time is over; so are pending credentials.
    func flow(_ id: Fingerprint) throws -> SignInFlow?
    func pendingCredential(_ id: Fingerprint) throws -> PendingCredential?

    // Keys
    /// Oldest first, retired ones included.
    func signingKeys() throws -> [SigningKey]
}

extension StoreReading {
    /// A provider of the project itself.
    public func provider(_ id: ProviderID, of project: ProjectID) throws -> ProviderConfiguration? {
        try provider(id, in: Realm(project: project))
    }

    /// The providers of the project itself, disabled ones included.
    public func providers(of project: ProjectID) throws -> [ProviderConfiguration] {
        try providers(in: Realm(project: project))
    }
}
