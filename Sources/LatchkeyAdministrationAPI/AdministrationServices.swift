package import LatchkeyAccountAPI
package import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeyWeb

/// The services of administrators.
package struct AdministrationServices {
    package let administration: Administration
    package let codes: AdministratorCodes
    package let accountImport: AccountImport
    package let grant: ServiceAccountGrant
    package let batchCreate: BatchCreateEndpoint

    package var accounts: AccountAdministration { administration.accounts }

    /// - Parameters:
    ///   - targets: The call targets that new addresses are checked against.
    ///   - isSandbox: Whether the server is a sandbox, whose administrators may set targets on this machine.
    ///   - isOperator: Whether the administrators are the server's operator, who may set targets on this machine.
    ///   - lenientMode: Whether the server imitates another one: replies then contain links instead of sending them, and fake hashes can be
    ///     imported.
    ///   - databaseOwner: Returns the project of a realtime database; `nil` if there is no such database.
    package init(
        _ basics: ServerBasics, accounts services: AccountServices, authority: TokenAuthority, targets: CallTargets, isSandbox: Bool,
        isOperator: Bool, lenientMode: Bool, databaseOwner: @escaping @Sendable (String) async throws -> String?
    ) {
        let (store, now, random) = (basics.store, basics.now, basics.random)
        administration = Administration(
            store: store, sealer: basics.sealer, passwords: services.vault, authority: authority, now: now, random: random,
            isSandbox: isSandbox, databaseOwner: databaseOwner,
            checkHook: { try await ProjectRules.checkHook($0, targets: targets, isOperator: isOperator || isSandbox) },
            checkWebhook: { try await ProjectRules.checkWebhook($0, targets: targets, isOperator: isOperator || isSandbox) })
        codes = AdministratorCodes(
            store: store, codes: services.codeIssuer, throttle: services.throttle, now: now, listsLinks: lenientMode)
        accountImport = AccountImport(
            store: store, passwords: services.vault, sealer: basics.sealer, knownProviders: ProviderKind.all, now: now, random: random)
        grant = ServiceAccountGrant(store: store, now: now, random: random)
        batchCreate = BatchCreateEndpoint(
            accounts: accountImport, hashConfigurations: administration.hashConfigurations, insecureFake: lenientMode)
    }
}
