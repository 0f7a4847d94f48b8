import Foundation
import HTTPTypes
public import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The validation rules and defaults for a provider's configuration, shared by all ways to configure one.
public struct ProviderRules: Sendable {
    /// The provider's id.
    public let id: ProviderID
    /// The kind of the provider.
    public let kind: ProviderKind
    private let names: @Sendable (ProviderEdit.Field) -> String
    let allowsThisMachine: Bool

    /// The default base URL of the provider's API.
    public var standardAPI: String { settings.api }
    /// The default base URL of the provider's pages.
    public var standardWeb: String { settings.web }
    private var settings: ProviderSettings { kind.settings }

    private static let maxClientIDBytes = 256
    private static let maxAcceptedClients = 50
    private static let maxScopes = 50
    private static let maxDisplayNameCharacters = 256

    /// Creates the rules for a provider.
    ///
    /// - Parameters:
    ///   - text: The provider's id.
    ///   - allowsThisMachine: Whether the caller may configure addresses on the server's own machine and in its network. The operator may,
    ///     and in a sandbox all users.
    ///   - names: Returns the caller's name for a field, for error messages.
    /// - Throws: ``ProviderRuleError`` for an unknown provider.
    public init(_ text: String, allowsThisMachine: Bool, names: @escaping @Sendable (ProviderEdit.Field) -> String) throws {
        id = ProviderID(rawValue: text)
        self.allowsThisMachine = allowsThisMachine
        self.names = names
        guard let kind = ProviderKind.named(id) else {
            throw ProviderRuleError(
                .unknownProvider,
                "\(text) is not a provider that Latchkey supports. Use one of: \(ProviderKind.knownNames), where NAME has 1 to 64 lower-case "
                    + "letters, digits, hyphens and points.")
        }
        self.kind = kind
    }

    /// Validates a change and returns it with its addresses in the stored form.
    ///
    /// - Throws: ``ProviderRuleError`` for invalid values.
    func checked(_ change: ProviderEdit) throws -> ProviderEdit {
        var change = change
        if let clientID = change.clientID {
            guard Self.isClientID(clientID) else {
                throw ProviderRuleError(
                    .invalidClientID, "The key has 1 to \(Self.maxClientIDBytes) ASCII characters and no blanks.", at: .clientID)
            }
            guard change.secret != nil || settings.secret != .required else {
                throw ProviderRuleError(.missingSecret, "A new key comes with a new secret: give \(names(.secret)) too.", at: .secret)
            }
        }
        if settings.secret == .privateKey, let secret = change.secret {
            guard (try? AppleClientSecret(teamID: "", keyID: "", privateKey: secret)) != nil else {
                throw ProviderRuleError(
                    .invalid,
                    "The secret of \(id) is the private key of the developer team: the .p8 file, which begins with -----BEGIN.", at: .secret
                )
            }
        }
        if let host = change.enterpriseHost {
            guard let enterprise = settings.enterprise else {
                let names = ProviderKind.all.filter { $0.settings.enterprise != nil }.map(\.id.rawValue).joined(separator: ", ")
                throw refusal("Only \(names) has Enterprise servers.")
            }
            guard change.apiOrigin == nil, change.webOrigin == nil else {
                throw refusal("An Enterprise host sets both addresses; omit \(names(.apiOrigin)) and \(names(.webOrigin)).")
            }
            guard let server = try? enterprise(host) else {
                throw refusal("\(host) is not a host name. Write it like git.example.com, without https:// and path.")
            }
            change.apiOrigin = server.api
            change.webOrigin = server.web
        }
        if settings.isOpenID {
            guard change.webOrigin == nil, change.apiOrigin == nil || hasOwnAPI else {
                throw refusal("\(id) speaks OpenID Connect: its addresses follow from \(names(.issuer)).")
            }
        } else if change.issuer != nil || change.acceptedClientIDs != nil {
            throw refusal("\(id) is not an OpenID provider: it has neither \(names(.issuer)) nor \(names(.acceptedClientIDs)).")
        }
        change.apiOrigin = try change.apiOrigin.map { try checkedAddress($0, .apiOrigin) }
        change.webOrigin = try change.webOrigin.map { try checkedAddress($0, .webOrigin) }
        // Stored unchanged, with or without a trailing slash: issuers are compared byte for byte.
        if let issuer = change.issuer { _ = try checkedAddress(issuer, .issuer) }
        try change.acceptedClientIDs.map(checkAccepted)
        try change.parameters.map(checkParameters)
        if let name = change.displayName, name.unicodeScalars.count > Self.maxDisplayNameCharacters {
            throw refusal("\(names(.displayName)) has at most \(Self.maxDisplayNameCharacters) characters.", .displayName)
        }
        if let scopes = change.scopes {
            guard settings.scopes || scopes.isEmpty else { throw refusal("\(id) knows no scopes: OAuth 1.0a has none.", .scopes) }
            guard scopes.count <= Self.maxScopes, scopes.allSatisfy(Self.isScope) else {
                throw refusal("Scopes are at most \(Self.maxScopes) words, separated by commas, without blanks and quotes.", .scopes)
            }
        }
        return change
    }

    /// Applies a change to the existing configuration, or creates a new one.
    ///
    /// - Parameter noSecret: The value to store for a client without a secret.
    /// - Throws: ``ProviderRuleError`` if a required value is missing.
    func configuration(
        _ present: ProviderConfiguration?, realm: Realm, _ change: ProviderEdit, sealedSecret: SealedSecret?,
        noSecret: SealedSecret, at instant: Date
    ) throws -> ProviderConfiguration {
        var configuration =
            try present ?? new(realm: realm, change, sealedSecret: sealedSecret, noSecret: noSecret, at: instant)
        configuration.clientID = change.clientID ?? configuration.clientID
        configuration.scopes = change.scopes ?? configuration.scopes
        configuration.acceptedClientIDs = change.acceptedClientIDs ?? configuration.acceptedClientIDs
        for (name, value) in change.parameters ?? [:] {
            configuration.parameters[ProviderParameter(rawValue: name)] = value.isEmpty ? nil : value
        }
        if settings.isOpenID {
            configuration.issuer = change.issuer ?? configuration.issuer
            configuration.webOrigin = configuration.issuer ?? configuration.webOrigin
            configuration.apiOrigin = hasOwnAPI ? change.apiOrigin ?? configuration.apiOrigin : configuration.webOrigin
        } else if let api = change.apiOrigin, api != configuration.apiOrigin {
            configuration.apiOrigin = api
            configuration.webOrigin = try change.webOrigin ?? webOrigin(with: api)
        } else {
            configuration.webOrigin = change.webOrigin ?? configuration.webOrigin
        }
        try checkReach(of: configuration, inPlaceOf: present)
        if let sealedSecret {
            configuration.sealedSecret = sealedSecret
            configuration.parameters[.publicClient] = nil
        } else {
            let isElsewhere = present.map { !Self.sameAddresses($0, configuration) } ?? false
            // A secret belongs to one client, and is sent only to the provider that it was entered for.
            let isAnotherClient = isElsewhere || present.map { $0.clientID != configuration.clientID } ?? false
            // The code flow needs the secret for the exchange.
            let needsSecret = settings.secret == .required || configuration.responseType == .code && present?.isPublicClient == false
            guard !isAnotherClient || change.removesSecret || !needsSecret else {
                let otherwise = settings.secret == .required ? "" : ", or \(names(.noSecret)) if the client has none"
                throw ProviderRuleError(
                    .missingSecret,
                    "A new \(isElsewhere ? "address" : "key") of \(id) comes with a new secret: give \(names(.secret)) too\(otherwise).",
                    at: .secret)
            }
            if present == nil || isAnotherClient || change.removesSecret {
                configuration.sealedSecret = noSecret
                configuration.parameters[.publicClient] = "true"
            }
        }
        if let name = change.displayName { configuration.parameters[.displayName] = name.isEmpty ? nil : name }
        configuration.enabled = change.enabled ?? configuration.enabled
        configuration.trustedForTakeover = change.trustedForTakeover ?? configuration.trustedForTakeover
        configuration.updatedAt = instant
        try checkWhole(configuration)
        return configuration
    }

    /// Whether two configurations have the same addresses, ignoring trailing slashes.
    private static func sameAddresses(_ one: ProviderConfiguration, _ other: ProviderConfiguration) -> Bool {
        func addresses(_ configuration: ProviderConfiguration) -> [String] {
            [configuration.issuer ?? "", configuration.apiOrigin, configuration.webOrigin].map { address in
                String(address.reversed().drop { $0 == "/" }.reversed())
            }
        }
        return addresses(one) == addresses(other)
    }

    private func new(
        realm: Realm, _ change: ProviderEdit, sealedSecret: SealedSecret?, noSecret: SealedSecret, at instant: Date
    ) throws -> ProviderConfiguration {
        var issuer = change.issuer
        if issuer == nil, case .standard(let standard) = settings.issuer { issuer = standard }
        guard issuer != nil || settings.issuer == .none else {
            throw ProviderRuleError(
                .missingIssuer,
                "\(id) is not configured yet: give \(names(.issuer)), \(names(.clientID)), and the secret unless it is a public client.",
                at: .issuer)
        }
        let incomplete = "\(id) is not configured yet: give \(names(.clientID)) and \(names(.secret))."
        guard let clientID = change.clientID else { throw ProviderRuleError(.missingClientID, incomplete, at: .clientID) }
        guard sealedSecret != nil || settings.secret != .required else { throw ProviderRuleError(.missingSecret, incomplete, at: .secret) }
        let api = change.apiOrigin ?? (hasOwnAPI || !settings.isOpenID ? standardAPI : issuer ?? standardAPI)
        return ProviderConfiguration(
            project: realm.project, tenant: realm.tenant, provider: id, enabled: change.enabled ?? true, clientID: clientID,
            sealedSecret: sealedSecret ?? noSecret, apiOrigin: api,
            webOrigin: try issuer ?? change.webOrigin ?? webOrigin(with: api), trustedForTakeover: settings.trustedForTakeover,
            issuer: issuer, updatedAt: instant)
    }

    /// Whether this is an OpenID provider with an API at another address than its issuer's.
    private var hasOwnAPI: Bool { settings.isOpenID && settings.api != settings.web }

    /// Checks for values that are required together.
    private func checkWhole(_ configuration: ProviderConfiguration) throws {
        if settings.secret == .required, configuration.isPublicClient {
            throw ProviderRuleError(.missingSecret, "\(id) needs \(names(.secret)).", at: .secret)
        }
        if settings.secret == .privateKey, !configuration.isPublicClient {
            guard configuration.parameters[.teamID] != nil, configuration.parameters[.keyID] != nil else {
                throw refusal(
                    "The private key of \(id) needs \(names(.parameter(.teamID))) and \(names(.parameter(.keyID))) too.",
                    .parameter(configuration.parameters[.teamID] == nil ? .teamID : .keyID))
            }
        }
    }

    private func checkAccepted(_ ids: [String]) throws {
        guard ids.count <= Self.maxAcceptedClients, ids.allSatisfy(Self.isClientID) else {
            throw refusal(
                "\(names(.acceptedClientIDs)) takes at most \(Self.maxAcceptedClients) client ids of at most \(Self.maxClientIDBytes) ASCII characters.",
                .acceptedClientIDs)
        }
    }

    private func checkParameters(_ parameters: [String: String]) throws {
        for (name, value) in parameters {
            let parameter = ProviderParameter(rawValue: name)
            let option = names(.parameter(parameter))
            guard settings.parameters.contains(parameter) else { throw refusal("\(id) has no \(option).", .parameter(parameter)) }
            switch parameter {
            case .responseType:
                guard OpenIDClient.ResponseType(rawValue: value) != nil else {
                    throw refusal("\(option) is code or id_token.", .parameter(parameter))
                }
            case .tokenAuthentication:
                // An empty value resets the parameter.
                guard value.isEmpty || OAuth2Client.Authentication(rawValue: value) != nil else {
                    throw refusal("\(option) is basic, post or none; empty to follow the provider's metadata.", .parameter(parameter))
                }
            case .tenant:
                guard MicrosoftTenant.isValid(value) else {
                    throw refusal(
                        "\(option) is the directory's id in lower case, or common, organizations or consumers.", .parameter(parameter))
                }
            default:
                guard (1...64).contains(value.utf8.count), value.utf8.allSatisfy(\.isLetterOrDigit) else {
                    throw refusal("\(option) has 1 to 64 letters and digits, as Apple's developer pages show it.", .parameter(parameter))
                }
            }
        }
    }

    private func refusal(_ detail: String, _ field: ProviderEdit.Field? = nil) -> ProviderRuleError {
        ProviderRuleError(.invalid, detail, at: field)
    }

    private static func isClientID(_ text: String) -> Bool {
        (1...maxClientIDBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    /// Returns the base URL of the pages if only that of the API was given.
    private func webOrigin(with api: String) throws -> String {
        if api == standardAPI { return standardWeb }
        // Twitter uses one address for both. For other providers, a guess could send users to the wrong host.
        guard standardAPI == standardWeb else {
            let host = settings.enterprise != nil ? ", or \(names(.enterpriseHost)) in place of both" : ""
            throw refusal("The pages that belong to \(api) are unknown: set \(names(.webOrigin)) too\(host).", .webOrigin)
        }
        return api
    }

    private func checkedAddress(_ text: String, _ field: ProviderEdit.Field) throws -> String {
        let option = names(field)
        let wrong = refusal("\(option) \(text) is not the URL of a provider. Write it like https://api.example.com.", field)
        guard let request = try? ProviderRequest(method: .get, url: text), request.head.path?.contains("?") == false, !text.contains("#"),
            let scheme = request.head.scheme, let authority = request.head.authority
        else {
            throw wrong
        }
        guard scheme == "https" || AddressRange.isLoopback(ofURL: "\(scheme)://\(authority)") else {
            throw refusal("\(option) \(text) would carry secrets in the clear. Use https; http is for this machine only.", field)
        }
        var address = scheme + "://" + authority + (request.head.path ?? "")
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    /// Checks that new addresses are not in the server's own network. An address that the operator configured is accepted if it is
    /// unchanged.
    private func checkReach(of configuration: ProviderConfiguration, inPlaceOf present: ProviderConfiguration?) throws {
        guard !allowsThisMachine else { return }
        let addresses: [(ProviderEdit.Field, String?, String?)] = [
            (.issuer, configuration.issuer, present?.issuer), (.apiOrigin, configuration.apiOrigin, present?.apiOrigin),
            (.webOrigin, configuration.webOrigin, present?.webOrigin),
        ]
        for (field, address, before) in addresses where address != before {
            guard let address, AddressRange.isOwnNetwork(ofURL: address) else { continue }
            throw refusal(
                "\(names(field)) \(address) is on the server's own machine or in its network, where only its operator configures "
                    + "providers, by the command latchkey projects provider set.", field)
        }
    }

    /// Returns the error for an address whose host resolves into the server's own network.
    func refusal(of target: TargetRefusal, _ field: ProviderEdit.Field, _ address: String) -> ProviderRuleError {
        refusal(
            "\(names(field)) \(address): "
                + (allowsThisMachine
                    ? target.description
                    : "\(target.host) is on the server's own machine or in its network. Only the operator configures providers there, "
                        + "with the command latchkey projects provider set."),
            field)
    }

    private static func isScope(_ text: String) -> Bool {
        // RFC 6749, section 3.3.
        !text.isEmpty && text.utf8.count <= 256 && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }
}
