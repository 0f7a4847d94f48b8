package import Hummingbird
package import LatchkeyAccountAPI
package import LatchkeyAdministrationAPI
import LatchkeyIdentity
package import LatchkeyWeb
import LatchkeyWire

/// An emulator's administrator calls for accounts, tenants and settings; they replace those of a real server.
package struct EmulatedAdministrators: Sendable {
    private let create: EmulatedCreateAccountEndpoint
    private let lookup: EmulatedLookupAccountsEndpoint
    private let update: EmulatedUpdateAccountEndpoint
    private let delete: DeleteAccountEndpoint
    private let sendCode: EmulatedAdminSendOobCodeEndpoint
    private let tenants: EmulatedTenantEndpoints
    private let config: EmulatedConfigEndpoint

    package init(
        _ emulation: Emulation, _ basics: ServerBasics, accounts: AccountServices, administration services: AdministrationServices
    ) {
        let (administration, codes, sessions) = (services.accounts, services.codes, accounts.sessions)
        let realUpdate = UpdateAccountEndpoint(store: basics.store, administration: administration, now: basics.now)
        create = EmulatedCreateAccountEndpoint(
            call: CreateAccountEndpoint(administration: administration), update: realUpdate, store: basics.store, sessions: sessions)
        lookup = EmulatedLookupAccountsEndpoint(
            call: LookupAccountsEndpoint(store: basics.store), withdrawnFactors: emulation.withdrawnFactors)
        update = EmulatedUpdateAccountEndpoint(
            call: realUpdate, store: basics.store, sessions: sessions, codes: codes, standardProject: emulation.standardProject,
            withdrawnFactors: emulation.withdrawnFactors)
        delete = DeleteAccountEndpoint(administration: administration)
        sendCode = EmulatedAdminSendOobCodeEndpoint(
            codes: codes, sessions: sessions, store: basics.store, standardProject: emulation.standardProject)
        tenants = EmulatedTenantEndpoints(store: basics.store, forms: emulation.tenantForms, now: basics.now, random: basics.random)
        config = EmulatedConfigEndpoint(store: basics.store, passwords: accounts.vault, now: basics.now)
    }

    /// The calls under the names of client calls, for callers with an administrator's credential.
    package func forms(projects: EmulatedProjects, clientAddress: ClientAddress) -> OwnerForms {
        var forms = OwnerForms(projects: projects, clientAddress: clientAddress)
        forms.add(create, as: SignUpEndpoint.name)
        forms.add(lookup, as: LookupEndpoint.name)
        forms.add(update, as: UpdateEndpoint.name)
        forms.add(delete, as: DeleteEndpoint.name)
        forms.add(sendCode, as: SendOobCodeEndpoint.name)
        return forms
    }

    /// Adds the calls below a project's path.
    package func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.add(create, to: router)
        admin.add(lookup, to: router)
        admin.add(update, to: router)
        admin.add(delete, to: router)
        admin.add(sendCode, to: router)
        tenants.add(to: router, through: admin)
        config.add(to: router, through: admin)
    }
}

extension AdminCaller {
    /// Adds the API key that links of the standard project contain. Links of other projects need the key of their project.
    func keyed(in standardProject: ProjectID) -> AdminCaller {
        guard caller.project.id == standardProject else { return self }
        return AdminCaller(
            caller: Caller(
                project: caller.project, tenant: caller.tenant, client: caller.client, apiKey: Emulation.apiKey,
                language: caller.language), actor: actor)
    }
}
