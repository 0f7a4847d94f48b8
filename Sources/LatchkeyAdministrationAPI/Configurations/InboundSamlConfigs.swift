import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb
import LatchkeyWire

/// `projects/{project}/inboundSamlConfigs`: stores SAML configurations for programs that configure projects.
///
/// SAML sign-in works in emulator mode only. Elsewhere, attempts fail with `OPERATION_NOT_ALLOWED`.
struct InboundSamlConfigs: AdminCollection {
    static let collection = "inboundSamlConfigs"
    static let idParameter = "inboundSamlConfigId"
    static let noun = (id: "InboundSamlConfig", words: "a SAML provider")
    static let members: Set<String> = [
        "displayName", "enabled", "idpConfig.idpEntityId", "idpConfig.ssoUrl", "idpConfig.idpCertificates", "idpConfig.signRequest",
        "spConfig.spEntityId", "spConfig.callbackUri",
    ]
    private static let maxDisplayNameCharacters = 256

    let store: StoreReader
    let configurations: SAMLAdministration
    let now: WallClock

    func create(_ id: String, _ item: InboundSamlConfig, by caller: AdminCaller) async throws -> InboundSamlConfig {
        let id = try Self.checked(id)
        guard let idp = item.idpConfig else { throw ConfigurationError(.missingConfig, "idpConfig is missing.") }
        guard let sp = item.spConfig else { throw ConfigurationError(.missingSAMLRelyingPartyConfig, "spConfig is missing.") }
        let configuration = SAMLConfiguration(
            realm: caller.caller.realm, id: id, displayName: item.displayName.unlessEmpty, enabled: item.enabled ?? false,
            idpEntityID: idp.idpEntityId ?? "", ssoURL: idp.ssoUrl ?? "", certificates: idp.pems, signRequest: idp.signRequest ?? false,
            spEntityID: sp.spEntityId, callbackURI: sp.callbackUri, updatedAt: now().inWholeMilliseconds)
        return try await save(id, by: caller) { present in
            guard present == nil else { throw ConfigurationError(.configurationExists, "\(id) is configured already.") }
            return configuration
        }
    }

    func get(_ id: String, by caller: AdminCaller) async throws -> InboundSamlConfig {
        let (id, realm) = (try Self.checked(id), caller.caller.realm)
        guard let found = try await store.read({ try $0.samlConfiguration(id, in: realm) }) else {
            throw ConfigurationError(.configurationNotFound)
        }
        return InboundSamlConfig(found)
    }

    func list(_ part: AdminPart, by caller: AdminCaller) async throws -> InboundSamlConfigList {
        let realm = caller.caller.realm
        let found = try await store.read { view in
            try view.samlConfigurations(in: realm, after: part.after.map(ProviderID.init(rawValue:)), limit: part.count + 1)
        }
        let (items, next) = part.page(found) { $0.id.rawValue }
        return InboundSamlConfigList(inboundSamlConfigs: items.isEmpty ? nil : items.map { InboundSamlConfig($0) }, nextPageToken: next)
    }

    func change(
        _ id: String, _ item: InboundSamlConfig, _ mask: FieldMask, by caller: AdminCaller
    ) async throws -> InboundSamlConfig {
        let id = try Self.checked(id)
        try mask.require(Self.members, of: InboundSamlConfig.self, from: caller)
        let instant = now().inWholeMilliseconds
        return try await save(id, by: caller) { present in
            guard var changed = present else { throw ConfigurationError(.configurationNotFound) }
            if mask.contains("displayName") { changed.displayName = item.displayName.unlessEmpty }
            if mask.contains("enabled") { changed.enabled = item.enabled ?? false }
            if mask.contains("idpConfig.idpEntityId") { changed.idpEntityID = item.idpConfig?.idpEntityId ?? "" }
            if mask.contains("idpConfig.ssoUrl") { changed.ssoURL = item.idpConfig?.ssoUrl ?? "" }
            if mask.contains("idpConfig.idpCertificates") { changed.certificates = item.idpConfig?.pems ?? [] }
            if mask.contains("idpConfig.signRequest") { changed.signRequest = item.idpConfig?.signRequest ?? false }
            if mask.contains("spConfig.spEntityId") { changed.spEntityID = item.spConfig?.spEntityId }
            if mask.contains("spConfig.callbackUri") { changed.callbackURI = item.spConfig?.callbackUri }
            changed.updatedAt = instant
            return changed
        }
    }

    func remove(_ id: String, by caller: AdminCaller) async throws {
        do {
            try await configurations.remove(try Self.checked(id), in: caller.caller.realm, by: caller.author)
        } catch ActRefusal.notFound {
            throw ConfigurationError(.configurationNotFound)
        }
    }

    private func save(
        _ id: ProviderID, by caller: AdminCaller, _ make: @escaping @Sendable (SAMLConfiguration?) throws -> SAMLConfiguration
    ) async throws -> InboundSamlConfig {
        let saved = try await configurations.save(id, in: caller.caller.realm, by: caller.author) { present in
            let configuration = try make(present)
            try Self.check(configuration)
            return configuration
        }
        return InboundSamlConfig(saved)
    }

    // MARK: Validation

    private static func checked(_ text: String) throws -> ProviderID {
        let name = text.dropFirst(ProviderID.samlPrefix.count).utf8
        guard text.hasPrefix(ProviderID.samlPrefix), (1...64).contains(name.count),
            name.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e })
        else {
            throw ConfigurationError(.invalidConfigID, "saml. and 1 to 64 lower-case letters, digits, hyphens and points.")
        }
        return ProviderID(rawValue: text)
    }

    private static func check(_ configuration: SAMLConfiguration) throws {
        let texts = [
            ("idpConfig.idpEntityId", configuration.idpEntityID), ("spConfig.spEntityId", configuration.spEntityID ?? ""),
        ]
        for (name, text) in texts where !(1...SAMLConfiguration.maxTextBytes).contains(text.utf8.count) {
            throw ConfigurationError(
                name.hasPrefix("sp") ? .missingSAMLRelyingPartyConfig : .invalidConfig,
                "\(name) has 1 to \(SAMLConfiguration.maxTextBytes) bytes.")
        }
        let urls = [("idpConfig.ssoUrl", configuration.ssoURL), ("spConfig.callbackUri", configuration.callbackURI)]
        for (name, url) in urls where url != nil || name.hasPrefix("idp") {
            guard let url, url.utf8.count <= SAMLConfiguration.maxTextBytes, WebOrigin(url) != nil else {
                throw ConfigurationError(.invalidConfig, "\(name) is an absolute https URL.")
            }
        }
        guard (configuration.displayName ?? "").unicodeScalars.count <= maxDisplayNameCharacters else {
            throw ConfigurationError(.invalidConfig, "displayName has at most \(maxDisplayNameCharacters) characters.")
        }
        guard (1...SAMLConfiguration.maxCertificates).contains(configuration.certificates.count),
            configuration.certificates.allSatisfy({ (1...SAMLConfiguration.maxCertificateBytes).contains($0.utf8.count) })
        else {
            throw ConfigurationError(
                .invalidConfig,
                "idpConfig.idpCertificates are 1 to \(SAMLConfiguration.maxCertificates), of at most "
                    + "\(SAMLConfiguration.maxCertificateBytes) bytes each.")
        }
    }
}

extension SamlIdpConfig {
    fileprivate var pems: [String] { (idpCertificates ?? []).map { $0.x509Certificate ?? "" } }
}

extension InboundSamlConfig {
    fileprivate init(_ configuration: SAMLConfiguration) {
        self.init(
            name: configuration.realm.path + "/\(InboundSamlConfigs.collection)/\(configuration.id)",
            displayName: configuration.displayName, enabled: configuration.enabled,
            idpConfig: SamlIdpConfig(
                idpEntityId: configuration.idpEntityID, ssoUrl: configuration.ssoURL,
                idpCertificates: configuration.certificates.map { SamlCertificate(x509Certificate: $0) },
                signRequest: configuration.signRequest ? true : nil),
            spConfig: SamlSpConfig(spEntityId: configuration.spEntityID, callbackUri: configuration.callbackURI))
    }
}
