import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// The calls of administrators, and the documents that a server publishes.
extension ServerServices {
    /// - Returns: The import, which the emulator uses too.
    func addAdministratorCalls(to router: Router<ServerContext>) -> BatchCreateEndpoint {
        let store = parts.store
        AccessTokenEndpoint(grant: grant, publicAddress: parts.publicAddress).add(to: router)
        if let emulatedAdministrators {
            emulatedAdministrators.add(to: router, through: admin)
            UnimplementedCalls.add(to: router, through: admin)
        } else {
            addCallsOfRealServers(to: router)
        }
        admin.add(BatchDeleteEndpoint(administration: administration), to: router)
        admin.add(BatchGetEndpoint(store: store), to: router)
        let batchCreate = BatchCreateEndpoint(
            store: store, accounts: accountImport, passwords: accounts.vault, now: parts.now, insecureFake: emulator != nil)
        admin.add(batchCreate, to: router)
        admin.add(QueryAccountsEndpoint(store: store), to: router)
        admin.add(ListEventsEndpoint(store: store), to: router)
        DecisionEndpoints(denials: parts.denials).add(to: router, through: admin)
        admin.add(
            CreateSessionCookieEndpoint(cookies: SessionCookies(sessions: accounts.sessions)), QueryAccountsEndpoint(store: store),
            to: router)
        admin.addProviderConfigurations(parts, to: router)
        return batchCreate
    }

    private func addCallsOfRealServers(to router: Router<ServerContext>) {
        let store = parts.store
        admin.add(CreateAccountEndpoint(administration: administration), to: router)
        admin.add(LookupAccountsEndpoint(store: store), to: router)
        admin.add(UpdateAccountEndpoint(store: store, administration: administration, now: parts.now), to: router)
        admin.add(DeleteAccountEndpoint(administration: administration), to: router)
        admin.add(
            AdminSendOobCodeEndpoint(codes: administratorCodes, sessions: accounts.sessions, publicAddress: parts.publicAddress),
            to: router)
        ProjectSettingsEndpoint(
            store: store, passwords: accounts.vault, targets: parts.targets, isOperators: parts.sandbox, now: parts.now
        ).add(to: router, through: admin)
        TenantEndpoints(store: store, now: parts.now, random: parts.random).add(to: router, through: admin)
    }

    func addPublishedDocuments(to router: Router<ServerContext>) {
        KeyDocuments(authority: parts.authority, store: parts.store, publicAddress: parts.publicAddress).add(to: router)
        AppAssociation(store: parts.store).add(to: router)
        Health(store: parts.store, now: parts.now).add(to: router)
        APIDocumentEndpoint(record: record, parts: parts).add(to: router)
    }
}
