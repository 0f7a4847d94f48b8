public import LatchkeyIdentity
import LatchkeySecrets

/// Configures providers, for whoever may: one place for the rules that hold for all.
public struct ProviderSetup: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let now: WallClock
    /// Absent if no server runs, because then its setting is unknown.
    let targets: CallTargets?

    public init(store: any AccountStore, sealer: Sealer, now: @escaping WallClock, targets: CallTargets?) {
        self.targets = targets
        self.store = store
        self.sealer = sealer
        self.now = now
    }

    public enum Mode: Sendable {
        /// There must be none yet.
        case create
        /// There must be one.
        case change
        case createOrChange
    }

    /// Who configures, for the record.
    public struct Author: Sendable {
        public let actor: String
        public let address: String?

        public init(actor: String, address: String? = nil) {
            self.actor = actor
            self.address = address
        }
    }

    /// - Parameter look: Sees what is there before anything is saved, and throws if it should stay.
    /// - Throws: ``ProviderRuleError``.
    public func set(
        _ rules: ProviderRules, in realm: Realm, _ edit: ProviderEdit, mode: Mode, by author: Author,
        look: @escaping @Sendable (ProviderConfiguration?) throws -> Void = { _ in }
    ) async throws -> ProviderConfiguration {
        let edit = try rules.checked(edit)
        try await check(edit, rules, in: realm)
        let context = ProviderConfiguration.sealingContext(project: realm.project, tenant: realm.tenant, provider: rules.id)
        let sealedSecret = try edit.secret.map { try sealer.seal($0, for: context) }
        // The column is never empty; the configuration says that this one is not to be used.
        let noSecret = try sealer.seal("", for: context)
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
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
            try record(rules.id, realm, author, transaction)
            return configuration
        }
    }

    /// Identities of the provider stay; whoever configures it again finds them.
    ///
    /// - Throws: ``ProviderRuleError`` when there is no such configuration.
    public func remove(_ id: ProviderID, in realm: Realm, by author: Author) async throws {
        try await store.write { transaction in
            guard try transaction.deleteProvider(id, in: realm) else { throw ProviderRuleError(.notFound, "\(id) is not configured.") }
            try record(id, realm, author, transaction)
        }
    }

    /// Resolves the hosts of new addresses. Saved addresses may have been set by the operator, and are sent back unchanged.
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

    private func record(_ id: ProviderID, _ realm: Realm, _ author: Author, _ transaction: any StoreWriting) throws {
        try transaction.append(
            AuthEvent(
                at: now().inWholeMilliseconds, realm: realm, kind: .configure, outcome: .allowed, actor: author.actor,
                method: id, address: author.address))
    }
}

extension StoreReading {
    /// Ids of one origin mean other people at another, so that a new origin would hand accounts to strangers.
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
