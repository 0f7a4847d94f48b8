package import LatchkeyAccountAPI
package import LatchkeyIdentity
import LatchkeyProviders
package import LatchkeyWeb

/// The services of administrators.
package struct AdministrationServices {
    package let accounts: AccountAdministration
    package let codes: AdministratorCodes
    package let accountImport: AccountImport
    package let grant: ServiceAccountGrant
    package let batchCreate: BatchCreateEndpoint

    /// - Parameter imitation: Whether the server imitates another one: replies then contain links instead of sending them, and fake hashes
    ///   can be imported.
    package init(_ basics: ServerBasics, accounts services: AccountServices, imitation: Bool) {
        let (store, now, random) = (basics.store, basics.now, basics.random)
        accounts = AccountAdministration(store: store, passwords: services.vault, now: now, random: random)
        codes = AdministratorCodes(
            store: store, codes: services.codeIssuer, throttle: services.throttle, now: now, listsLinks: imitation)
        accountImport = AccountImport(
            store: store, passwords: services.vault, sealer: basics.sealer, knownProviders: ProviderKind.all, now: now, random: random)
        grant = ServiceAccountGrant(store: store, now: now, random: random)
        batchCreate = BatchCreateEndpoint(
            store: store, accounts: accountImport, passwords: services.vault, now: now, insecureFake: imitation)
    }
}
