package import Hummingbird
package import LatchkeyAccountAPI
package import LatchkeyDatabaseAPI
import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeyRealtime
package import LatchkeyWeb

/// The calls of administrators: this module's routes.
package struct AdministratorCalls {
    package let basics: ServerBasics
    package let accounts: AccountServices
    package let services: AdministrationServices
    package let denials: any RecentDenials
    package let targets: CallTargets
    /// Whether administrators may set targets on this machine: in a sandbox, and for the operator.
    package let allowsThisMachine: Bool
    private let userData: UserData?
    /// Logs refused service accounts; nil for no log.
    private let securityLog: SecurityLog?

    /// - Parameter userData: The data of users in the databases, for exports; `nil` without databases.
    package init(
        basics: ServerBasics, accounts: AccountServices, services: AdministrationServices, denials: any RecentDenials, targets: CallTargets,
        allowsThisMachine: Bool, userData: UserData?, securityLog: SecurityLog? = nil
    ) {
        self.basics = basics
        self.accounts = accounts
        self.services = services
        self.denials = denials
        self.targets = targets
        self.allowsThisMachine = allowsThisMachine
        self.userData = userData
        self.securityLog = securityLog
    }

    /// Adds the calls for accounts, settings and tenants.
    package func addAccountsAndSettings(to router: Router<ServerContext>, through admin: AdminRoutes) {
        let (store, administration) = (basics.store, services.accounts)
        admin.add(CreateAccountEndpoint(administration: administration), to: router)
        admin.add(LookupAccountsEndpoint(store: store), to: router)
        admin.add(UpdateAccountEndpoint(store: store, administration: administration, now: basics.now), to: router)
        admin.add(DeleteAccountEndpoint(administration: administration), to: router)
        admin.add(
            AdminSendOobCodeEndpoint(codes: services.codes, sessions: accounts.sessions, publicAddress: basics.publicAddress), to: router)
        let reader = StoreReader(store)
        ProjectConfigEndpoint(store: reader, passwords: accounts.vault, projects: services.administration.projects)
            .add(to: router, through: admin)
        TenantEndpoints(store: reader, tenants: services.administration.tenants).add(to: router, through: admin)
    }

    /// Adds all other calls.
    package func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        let (store, reader) = (basics.store, StoreReader(basics.store))
        AccessTokenEndpoint(grant: services.grant, publicAddress: basics.publicAddress, securityLog: securityLog).add(to: router)
        admin.add(BatchDeleteEndpoint(administration: services.accounts), to: router)
        admin.add(BatchGetEndpoint(store: store), to: router)
        admin.add(services.batchCreate, to: router)
        admin.add(QueryAccountsEndpoint(store: reader), to: router)
        admin.add(
            ExportAccountEndpoint(
                export: AccountExport(store: reader, administration: services.accounts, userData: userData, now: basics.now)),
            to: router)
        admin.add(ListAccountSessionsEndpoint(administration: services.accounts), to: router)
        admin.add(EndAccountSessionEndpoint(administration: services.accounts), to: router)
        admin.addEvents(to: router)
        admin.addWebhooks(services.administration.webhooks, to: router)
        DecisionEndpoints(denials: denials).add(to: router, through: admin)
        admin.add(
            CreateSessionCookieEndpoint(cookies: SessionCookies(sessions: accounts.sessions)), QueryAccountsEndpoint(store: reader),
            to: router)
        DeclaredSettingsEndpoint(store: reader, projects: services.administration.projects, isOperators: allowsThisMachine)
            .add(to: router, through: admin)
        addProviderConfigurations(to: router, through: admin)
        admin.record.add(APIOperation.accessTokens)
    }

    private func addProviderConfigurations(to router: Router<ServerContext>, through admin: AdminRoutes) {
        let configurations = ProviderConfigurations(
            store: StoreReader(basics.store),
            setup: ProviderSetup(store: basics.store, sealer: basics.sealer, now: basics.now, targets: targets),
            allowsThisMachine: allowsThisMachine)
        admin.add(OAuthIdpConfigs(configurations: configurations), to: router)
        admin.add(DefaultSupportedIdpConfigs(configurations: configurations), to: router)
        admin.add(
            InboundSamlConfigs(
                store: StoreReader(basics.store), configurations: services.administration.samlConfigurations, now: basics.now),
            to: router)
        admin.addDefaultSupportedIdps(standardProject: basics.standardProject, to: router)
    }
}

extension APIOperation {
    static let accessTokens = AccessTokenEndpoint.paths.map {
        APIOperation(
            method: .post, path: $0,
            words: APIWords(
                "createAccessToken", .keys, "Exchanges the assertion of a service account for an access token",
                """
                The assertion is a JWT that is signed with the key of the service account (RFC 7523), as Google's libraries create it. \
                Administrators send the access token as `Authorization: Bearer`.
                """,
                required: ["grant_type", "assertion"], reply: #"{"access_token":"eyJ…","expires_in":3600,"token_type":"Bearer"}"#),
            access: .anyone, input: .form(["grant_type", "assertion"]), output: .json(AccessTokenEndpoint.Reply.self),
            refusal: .own(AccessTokenEndpoint.Refusal.self))
    }
}
