import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `projects/{project}/oauthIdpConfigs`: custom OpenID Connect providers.
///
/// Unlike Google, this server does not return the client secret to administrators. It is available from the provider.
struct OAuthIdpConfigs: AdminCollection {
    static let collection = "oauthIdpConfigs"
    static let idParameter = "oauthIdpConfigId"
    static let noun = (id: "OAuthIdpConfig", words: "an OpenID Connect provider")
    static let members: Set<String> = [
        "clientId", "issuer", "displayName", "enabled", "clientSecret", "responseType.idToken", "responseType.code",
    ]

    let configurations: ProviderConfigurations

    func create(_ id: String, _ item: OAuthIdpConfig, by caller: AdminCaller) async throws -> OAuthIdpConfig {
        try Self.check(id)
        var edit = ProviderEdit()
        edit.enabled = item.enabled ?? false
        edit.displayName = item.displayName.unlessEmpty
        edit.clientID = item.clientId.unlessEmpty
        edit.issuer = item.issuer.unlessEmpty
        edit.secret = item.clientSecret.unlessEmpty.map { Secret($0) }
        guard edit.clientID != nil else { throw ConfigurationError(WireErrorCode(rawValue: "MISSING_OAUTH_CLIENT_ID")) }
        guard edit.issuer != nil else { throw ConfigurationError(WireErrorCode(rawValue: "MISSING_ISSUER")) }
        // As on Google's server, a code exchange requires a client secret. Public clients, which use PKCE instead, are not created here.
        let type = try item.responseType.flatMap(Self.responseType) ?? (edit.secret == nil ? "id_token" : "code")
        try Self.check(type, hasSecret: edit.secret != nil)
        edit.parameters = [ProviderParameter.responseType.rawValue: type]
        return OAuthIdpConfig(try await configurations.set(id, edit, .create, by: caller))
    }

    func get(_ id: String, by caller: AdminCaller) async throws -> OAuthIdpConfig {
        try Self.check(id)
        return OAuthIdpConfig(try await configurations.get(id, in: caller.caller.realm))
    }

    func list(_ part: AdminPart, by caller: AdminCaller) async throws -> OAuthIdpConfigList {
        let (items, next) = try await configurations.list(part, in: caller.caller.realm) { $0.isGenericOpenID }
        return OAuthIdpConfigList(oauthIdpConfigs: items.isEmpty ? nil : items.map { OAuthIdpConfig($0) }, nextPageToken: next)
    }

    func change(_ id: String, _ item: OAuthIdpConfig, _ mask: FieldMask, by caller: AdminCaller) async throws -> OAuthIdpConfig {
        try Self.check(id)
        try mask.require(Self.members, of: OAuthIdpConfig.self, from: caller)
        let present = try await configurations.get(id, in: caller.caller.realm)
        var edit = ProviderEdit()
        if mask.contains("enabled") { edit.enabled = item.enabled ?? false }
        if mask.contains("displayName") { edit.displayName = item.displayName ?? "" }
        if mask.contains("clientId") {
            guard let clientID = item.clientId.unlessEmpty else {
                throw ConfigurationError(WireErrorCode(rawValue: "MISSING_OAUTH_CLIENT_ID"))
            }
            edit.clientID = clientID
        }
        if mask.contains("issuer") {
            guard let issuer = item.issuer.unlessEmpty else { throw ConfigurationError(WireErrorCode(rawValue: "MISSING_ISSUER")) }
            edit.issuer = issuer
        }
        if mask.contains("clientSecret") {
            edit.secret = item.clientSecret.unlessEmpty.map { Secret($0) }
            edit.removesSecret = edit.secret == nil
        }
        if mask.contains("responseType") {
            if let type = try item.responseType.flatMap(Self.responseType) {
                let keepsSecret = !present.isPublicClient && !edit.removesSecret
                try Self.check(type, hasSecret: edit.secret != nil || keepsSecret)
                edit.parameters = [ProviderParameter.responseType.rawValue: type]
            } else if mask.contains(present.responseType == .idToken ? "responseType.idToken" : "responseType.code") {
                throw ConfigurationError(.invalidConfig, "One of responseType.idToken and responseType.code is true.")
            }
        }
        return OAuthIdpConfig(try await configurations.set(id, edit, .change, by: caller))
    }

    func remove(_ id: String, by caller: AdminCaller) async throws {
        try Self.check(id)
        try await configurations.remove(id, by: caller)
    }

    private static func check(_ id: String) throws {
        let id = ProviderID(rawValue: id)
        guard id.isGenericOpenID, ProviderKind.named(id) != nil else {
            throw ConfigurationError(.invalidConfigID, "oidc. and 1 to 64 lower-case letters, digits, hyphens and points.")
        }
    }

    private static func check(_ responseType: String, hasSecret: Bool) throws {
        guard responseType != "code" || hasSecret else {
            throw ConfigurationError(
                WireErrorCode(rawValue: "MISSING_OAUTH_CLIENT_SECRET"), "responseType.code needs clientSecret.")
        }
    }

    private static func responseType(_ type: OAuthResponseType) throws -> String? {
        switch (type.idToken ?? false, type.code ?? false) {
        case (true, true): throw ConfigurationError(.invalidConfig, "responseType is idToken or code, not both.")
        case (true, false): "id_token"
        case (false, true): "code"
        case (false, false): nil
        }
    }
}

extension OAuthIdpConfig {
    fileprivate init(_ configuration: ProviderConfiguration) {
        let wantsToken = configuration.responseType == .idToken
        self.init(
            name: configuration.realm.path + "/\(OAuthIdpConfigs.collection)/\(configuration.provider)",
            clientId: configuration.clientID, issuer: configuration.issuer, displayName: configuration.parameters[.displayName],
            enabled: configuration.enabled,
            responseType: OAuthResponseType(idToken: wantsToken ? true : nil, code: wantsToken ? nil : true))
    }
}
