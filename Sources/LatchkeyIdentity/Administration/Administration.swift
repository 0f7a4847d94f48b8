package import LatchkeySecrets

/// All services of the administration. The REST API, the console and the command are its faces: each only converts its own requests and
/// responses.
///
/// A service checks a change, makes it, and writes its event to the audit log in the same transaction.
package struct Administration: Sendable {
    package let projects: ProjectAdministration
    package let apiKeys: APIKeyAdministration
    package let apps: AppAdministration
    package let accounts: AccountAdministration
    package let administrators: Administrators
    package let databaseSecrets: DatabaseSecretAdministration
    package let hashConfigurations: HashConfigurationAdministration
    package let messages: MessageAdministration
    package let samlConfigurations: SAMLAdministration
    package let serviceAccounts: ServiceAccountAdministration
    package let signingKeys: KeyRotation
    package let tenants: TenantAdministration
    package let webhooks: WebhookAdministration

    /// - Parameters:
    ///   - authority: The authority of the running server; `nil` in a command without a server.
    ///   - isSandbox: Whether the server is a sandbox, where new projects allow anonymous sign-in.
    ///   - databaseOwner: Returns the project of a realtime database; `nil` if there is no such database.
    ///   - checkHook: Checks a new URL of a blocking hook; throws ``SettingRefusal`` if this face may not set it.
    ///   - checkWebhook: Checks a new URL of a webhook in the same way.
    package init(
        store: any AccountStore, sealer: Sealer, passwords: PasswordVault, authority: TokenAuthority?, now: @escaping WallClock,
        random: RandomTokens = .system, isSandbox: Bool = false,
        databaseOwner: @escaping @Sendable (String) async throws -> String? = { _ in nil },
        checkHook: @escaping @Sendable (String) async throws -> Void,
        checkWebhook: @escaping @Sendable (String) async throws -> Void
    ) {
        let setup = ProjectSetup(store: store, sealer: sealer, now: now, random: random)
        projects = ProjectAdministration(
            store: store, setup: setup, isSandbox: isSandbox, databaseOwner: databaseOwner, checkHook: checkHook, now: now)
        apiKeys = APIKeyAdministration(store: store, now: now, random: random)
        apps = AppAdministration(store: store, now: now, random: random)
        accounts = AccountAdministration(store: store, passwords: passwords, now: now, random: random)
        administrators = Administrators(store: store, now: now, random: random)
        databaseSecrets = DatabaseSecretAdministration(store: store, sealer: sealer, now: now, random: random)
        hashConfigurations = HashConfigurationAdministration(store: store, passwords: passwords, now: now)
        messages = MessageAdministration(store: store, now: now)
        samlConfigurations = SAMLAdministration(store: store, now: now)
        serviceAccounts = ServiceAccountAdministration(store: store, now: now, random: random)
        signingKeys = KeyRotation(setup: setup, authority: authority)
        tenants = TenantAdministration(store: store, now: now, random: random)
        webhooks = WebhookAdministration(store: store, sealer: sealer, checkURL: checkWebhook, now: now, random: random)
    }
}
