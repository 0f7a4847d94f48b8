import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb
import LatchkeyWire

/// The shared implementation of the two provider collections.
struct ProviderConfigurations: Sendable {
    let store: StoreReader
    let setup: ProviderSetup
    let allowsThisMachine: Bool

    private func rules(_ id: String) throws -> ProviderRules {
        try ProviderRules(id, allowsThisMachine: allowsThisMachine) { field in
            switch field {
            case .clientID: "clientId"
            case .secret: "clientSecret"
            case .noSecret: "clientSecret in updateMask alone"
            case .issuer: "issuer"
            case .apiOrigin: "the address of the interface"
            case .webOrigin: "the address of the pages"
            case .enterpriseHost: "a GitHub Enterprise host"
            case .acceptedClientIDs: "appleSignInConfig.bundleIds"
            case .scopes: "scopes"
            case .displayName: "displayName"
            case .parameter(.teamID): "appleSignInConfig.codeFlowConfig.teamId"
            case .parameter(.keyID): "appleSignInConfig.codeFlowConfig.keyId"
            case .parameter(let parameter): parameter.rawValue
            }
        }
    }

    func set(_ id: String, _ edit: ProviderEdit, _ mode: ProviderSetup.Mode, by caller: AdminCaller) async throws -> ProviderConfiguration {
        try await explained {
            try await setup.set(try rules(id), in: caller.caller.realm, edit, mode: mode, by: caller.author)
        }
    }

    func get(_ id: String, in realm: Realm) async throws -> ProviderConfiguration {
        guard let found = try await store.read({ try $0.provider(ProviderID(rawValue: id), in: realm) }) else {
            throw ConfigurationError(.configurationNotFound)
        }
        return found
    }

    /// - Parameter isWanted: Whether a provider belongs to the collection.
    func list(
        _ part: AdminPart, in realm: Realm, where isWanted: @Sendable @escaping (ProviderID) -> Bool
    ) async throws -> (items: [ProviderConfiguration], nextPageToken: String?) {
        let all = try await store.read { view in
            try view.providers(in: realm).filter { isWanted($0.provider) && $0.provider.rawValue > part.after ?? "" }
        }
        return part.page(all) { $0.provider.rawValue }
    }

    func remove(_ id: String, by caller: AdminCaller) async throws {
        try await explained {
            try await setup.remove(ProviderID(rawValue: id), in: caller.caller.realm, by: caller.author)
        }
    }

    private func explained<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as ProviderRuleError {
            throw ConfigurationError(error)
        }
    }
}

extension ConfigurationError {
    fileprivate init(_ error: ProviderRuleError) {
        let code: WireErrorCode =
            switch error.code {
            case .unknownProvider: .invalidConfigID
            case .missingIssuer: WireErrorCode(rawValue: "MISSING_ISSUER")
            case .missingClientID: WireErrorCode(rawValue: "MISSING_OAUTH_CLIENT_ID")
            case .invalidClientID: WireErrorCode(rawValue: "INVALID_OAUTH_CLIENT_ID")
            case .missingSecret: WireErrorCode(rawValue: "MISSING_OAUTH_CLIENT_SECRET")
            case .exists: .configurationExists
            case .notFound: .configurationNotFound
            case .originInUse, .invalid: .invalidConfig
            }
        self.init(code, error.detail)
    }
}

extension Realm {
    /// The prefix of resource names in the realm.
    var path: String { "projects/\(project)" + (tenant == .none ? "" : "/tenants/\(tenant.rawValue)") }
}
