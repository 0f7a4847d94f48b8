import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `projects/{project}/defaultSupportedIdpConfigs`: Twitter, GitHub, Google and the other providers with known addresses.
///
/// Unlike Google, this server does not return secrets to administrators. They are available from the provider.
struct DefaultSupportedIdpConfigs: AdminCollection {
    static let collection = "defaultSupportedIdpConfigs"
    static let idParameter = "idpId"
    static let noun = (id: "DefaultSupportedIdpConfig", words: "a provider that the server knows")
    static let members: Set<String> = [
        "enabled", "clientId", "clientSecret", "appleSignInConfig.codeFlowConfig.teamId", "appleSignInConfig.codeFlowConfig.keyId",
        "appleSignInConfig.codeFlowConfig.privateKey", "appleSignInConfig.bundleIds",
    ]

    let configurations: ProviderConfigurations

    /// The providers that need no configured issuer.
    static let kinds = ProviderKind.all.filter { $0.id != ProviderKind.openID.id }

    func create(
        _ id: String, _ item: DefaultSupportedIdpConfig, by caller: AdminCaller
    ) async throws -> DefaultSupportedIdpConfig {
        try Self.check(id, item)
        var edit = ProviderEdit()
        edit.enabled = item.enabled ?? false
        edit.clientID = item.clientId.unlessEmpty
        edit.secret = item.secret
        edit.acceptedClientIDs = item.appleSignInConfig?.bundleIds
        edit.parameters = item.parameters { _ in true }
        return DefaultSupportedIdpConfig(try await configurations.set(id, edit, .create, by: caller))
    }

    func get(_ id: String, by caller: AdminCaller) async throws -> DefaultSupportedIdpConfig {
        try Self.check(id)
        return DefaultSupportedIdpConfig(try await configurations.get(id, in: caller.caller.realm))
    }

    func list(_ part: AdminPart, by caller: AdminCaller) async throws -> DefaultSupportedIdpConfigList {
        let (items, next) = try await configurations.list(part, in: caller.caller.realm) { id in
            Self.kinds.contains { $0.id == id }
        }
        return DefaultSupportedIdpConfigList(
            defaultSupportedIdpConfigs: items.isEmpty ? nil : items.map { DefaultSupportedIdpConfig($0) }, nextPageToken: next)
    }

    func change(
        _ id: String, _ item: DefaultSupportedIdpConfig, _ mask: FieldMask, by caller: AdminCaller
    ) async throws -> DefaultSupportedIdpConfig {
        try Self.check(id, item)
        try mask.require(Self.members, of: DefaultSupportedIdpConfig.self, from: caller)
        var edit = ProviderEdit()
        if mask.contains("enabled") { edit.enabled = item.enabled ?? false }
        if mask.contains("clientId") {
            guard let clientID = item.clientId.unlessEmpty else {
                throw ConfigurationError(WireErrorCode(rawValue: "MISSING_OAUTH_CLIENT_ID"))
            }
            edit.clientID = clientID
        }
        if mask.contains("clientSecret") || mask.contains("appleSignInConfig.codeFlowConfig.privateKey") {
            edit.secret = item.secret
            edit.removesSecret = edit.secret == nil
        }
        if mask.contains("appleSignInConfig.bundleIds") { edit.acceptedClientIDs = item.appleSignInConfig?.bundleIds ?? [] }
        edit.parameters = item.parameters { mask.contains("appleSignInConfig.codeFlowConfig." + $0) }
        return DefaultSupportedIdpConfig(try await configurations.set(id, edit, .change, by: caller))
    }

    func remove(_ id: String, by caller: AdminCaller) async throws {
        try Self.check(id)
        try await configurations.remove(id, by: caller)
    }

    private static func check(_ id: String, _ item: DefaultSupportedIdpConfig? = nil) throws {
        guard kinds.contains(where: { $0.id.rawValue == id }) else {
            throw ConfigurationError(
                .invalidConfigID, "Known are \(kinds.map(\.id.rawValue).joined(separator: ", ")); others are oauthIdpConfigs.")
        }
        guard item?.appleSignInConfig == nil || ProviderID(rawValue: id) == .apple else {
            throw ConfigurationError(.invalidConfig, "Only apple.com has appleSignInConfig.")
        }
    }
}

extension DefaultSupportedIdpConfig {
    fileprivate init(_ configuration: ProviderConfiguration) {
        var apple: AppleSignInConfig?
        if configuration.provider == .apple {
            let (team, key) = (configuration.parameters[.teamID], configuration.parameters[.keyID])
            apple = AppleSignInConfig(
                codeFlowConfig: team == nil && key == nil ? nil : AppleCodeFlowConfig(teamId: team, keyId: key),
                bundleIds: configuration.acceptedClientIDs.isEmpty ? nil : configuration.acceptedClientIDs)
        }
        self.init(
            name: configuration.realm.path + "/\(DefaultSupportedIdpConfigs.collection)/\(configuration.provider)",
            enabled: configuration.enabled, clientId: configuration.clientID, appleSignInConfig: apple)
    }

    fileprivate var secret: Secret<String>? {
        (appleSignInConfig?.codeFlowConfig?.privateKey.unlessEmpty ?? clientSecret.unlessEmpty).map { Secret($0) }
    }

    fileprivate func parameters(_ isWanted: (String) -> Bool) -> [String: String]? {
        let flow = appleSignInConfig?.codeFlowConfig
        let given: [(String, ProviderParameter, String?)] = [("teamId", .teamID, flow?.teamId), ("keyId", .keyID, flow?.keyId)]
        let wanted = given.compactMap { name, parameter, value in
            isWanted(name) ? value.unlessEmpty.map { (parameter.rawValue, $0) } : nil
        }
        return wanted.isEmpty ? nil : Dictionary(uniqueKeysWithValues: wanted)
    }
}
