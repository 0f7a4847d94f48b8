public import LatchkeyIdentity
import LatchkeySecrets

/// Saves and removes provider configurations. All ways to configure providers share its rules.
public struct ProviderSetup: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let now: WallClock
    /// The allowed call targets; `nil` if no server runs, because its setting is then unknown.
    let targets: CallTargets?

    /// Creates the setup.
    ///
    /// - Parameter targets: The call targets that new addresses are checked against; `nil` to skip the check.
    public init(store: any AccountStore, sealer: Sealer, now: @escaping WallClock, targets: CallTargets?) {
        self.targets = targets
        self.store = store
        self.sealer = sealer
        self.now = now
    }

    /// Whether a configuration must already exist.
    public enum Mode: Sendable {
        /// The configuration must not exist.
        case create
        /// The configuration must exist.
        case change
        case createOrChange
    }

    /// Saves a provider configuration.
    ///
    /// - Parameter look: Gets the existing configuration before anything is saved. Throw an error to keep it.
    /// - Throws: ``ProviderRuleError``, or the error of `look`.
    public func set(
        _ rules: ProviderRules, in realm: Realm, _ edit: ProviderEdit, mode: Mode, by author: ActAuthor,
        look: @escaping @Sendable (ProviderConfiguration?) throws -> Void = { _ in }
    ) async throws -> ProviderConfiguration {
        let edit = try rules.checked(edit)
        try await check(edit, rules, in: realm)
        let context = ProviderConfiguration.sealingContext(project: realm.project, tenant: realm.tenant, provider: rules.id)
        let sealedSecret = try edit.secret.map { try sealer.seal($0, for: context) }
        // The column is never empty; the configuration marks this value as unused.
        let noSecret = try sealer.seal("", for: context)
        let instant = now().inWholeMilliseconds
        return try await store.administer(by: author, at: instant) { transaction in
            let present = try transaction.provider(rules.id, in: realm)
            try look(present)
            switch mode {
            case .create where present != nil: throw ProviderRuleError(.exists, "\(rules.id) is configured already.")
            case .change where present == nil: throw ProviderRuleError(.notFound, "\(rules.id) is not configured.")
            default: break
            }
            let configuration = try rules.configuration(
                present, realm: realm, edit, sealedSecret: sealedSecret, noSecret: noSecret, at: instant)
            try transaction.refuseNewOrigin(of: configuration)
            try transaction.save(configuration)
            let turned = present.flatMap { $0.enabled == configuration.enabled ? nil : configuration.enabled ? "enabled" : "disabled" }
            return (configuration, AdministrativeAct(in: realm, method: rules.id, turned))
        }
    }

    /// Removes a provider configuration. The provider's identities remain and work again once it is configured again.
    ///
    /// - Throws: ``ProviderRuleError`` if there is no such configuration.
    public func remove(_ id: ProviderID, in realm: Realm, by author: ActAuthor) async throws {
        try await store.administer(by: author, at: now()) { transaction in
            guard try transaction.deleteProvider(id, in: realm) else { throw ProviderRuleError(.notFound, "\(id) is not configured.") }
            return ((), AdministrativeAct(in: realm, method: id))
        }
    }

    /// Enables or disables a configured provider.
    ///
    /// - Throws: ``ProviderRuleError`` if there is no such configuration.
    public func turn(_ id: ProviderID, on: Bool, in realm: Realm, by author: ActAuthor) async throws -> ProviderConfiguration {
        let instant = now().inWholeMilliseconds
        return try await store.administer(by: author, at: instant) { transaction in
            guard var configuration = try transaction.provider(id, in: realm) else {
                throw ProviderRuleError(.notFound, "\(id) is not configured.")
            }
            guard configuration.enabled != on else { return (configuration, nil) }
            configuration.enabled = on
            configuration.updatedAt = instant
            try transaction.save(configuration)
            return (configuration, AdministrativeAct(in: realm, method: id, on ? "enabled" : "disabled"))
        }
    }

    /// Checks the hosts of new addresses by resolving them. Unchanged addresses are accepted, because the operator may have set them.
    private func check(_ edit: ProviderEdit, _ rules: ProviderRules, in realm: Realm) async throws {
        guard let targets else { return }
        let present = try await store.read { try $0.provider(rules.id, in: realm) }
        let addresses: [(ProviderEdit.Field, String?, String?)] = [
            (.issuer, edit.issuer, present?.issuer), (.apiOrigin, edit.apiOrigin, present?.apiOrigin),
            (.webOrigin, edit.webOrigin, present?.webOrigin),
        ]
        for (field, address, before) in addresses where address != before {
            guard let address, let refusal = await targets.refusal(ofURL: address, isOperator: rules.allowsThisMachine) else { continue }
            throw rules.refusal(of: refusal, field, address)
        }
    }
}

extension StoreReading {
    /// Checks that no identities belong to another origin. The same id means another user there, so a new origin would give accounts to
    /// strangers.
    fileprivate func refuseNewOrigin(of configuration: ProviderConfiguration) throws {
        let count = try identityCount(
            of: configuration.identityProvider, in: configuration.realm, outsideOrigin: configuration.identityOrigin)
        guard count == 0 else {
            throw ProviderRuleError(
                .originInUse,
                """
                \(count == 1 ? "One identity" : "\(count) identities") of \(configuration.identityProvider) in \(configuration.project) \
                \(count == 1 ? "belongs" : "belong") to another address of the provider than \(configuration.identityOrigin). The same id \
                means another person there, so the address stays as long as they do. Use another project for the other address, or \
                delete these accounts first.
                """)
        }
    }
}
