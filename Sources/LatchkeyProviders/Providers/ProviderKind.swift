public import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInFlow

/// A kind of provider: its settings, and how to create a provider from a configuration.
public struct ProviderKind: Sendable {
    /// The provider's id; `oidc.*` stands for all ids that start with `oidc.`.
    public let id: ProviderID
    /// The name to show to users.
    public let displayName: String
    /// The settings of the kind.
    public let settings: ProviderSettings
    /// How an operator registers an application with the provider.
    public let setup: ProviderSetupGuide
    /// Checks a configuration with the provider, without a user.
    let checkup: @Sendable (ProviderCheckup) async -> [CheckupFinding]
    let make: @Sendable (ProviderConfiguration, _ secret: Secret<String>?, ProviderTools) throws -> any IdentityProvider

    init(
        id: ProviderID, displayName: String, settings: ProviderSettings, setup: ProviderSetupGuide,
        checkup: @escaping @Sendable (ProviderCheckup) async -> [CheckupFinding],
        make: @escaping @Sendable (ProviderConfiguration, _ secret: Secret<String>?, ProviderTools) throws -> any IdentityProvider
    ) {
        self.id = id
        self.displayName = displayName
        self.settings = settings
        self.setup = setup
        self.checkup = checkup
        self.make = make
    }

    /// All supported kinds: a new provider is one file and one entry here. All lists of providers follow from it.
    public static let all: [ProviderKind] = [
        .twitter, .x, .github, .google, .apple, .microsoft, .facebook, .gitLab, .discord, .linkedIn, .slack, .twitch, .spotify, .openID,
    ]

    /// Returns the kind for a provider id; `nil` for an unknown id.
    public static func named(_ id: ProviderID) -> ProviderKind? {
        if id.isGenericOpenID { return isValidOpenIDName(id) ? .openID : nil }
        return all.first { $0.id == id }
    }

    /// All provider ids as a list for the end of a sentence.
    public static var knownNames: String {
        let names = all.map(\.id.rawValue).map { $0 == "oidc.*" ? "oidc.NAME" : $0 }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// The names of the OpenID providers that need no configured issuer, as a list for a sentence.
    public static var namesWithStandardIssuer: String {
        let names = all.filter { if case .standard = $0.settings.issuer { true } else { false } }.map(\.displayName)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// Whether an id is `oidc.` and 1 to 64 lowercase letters, digits, hyphens, and periods.
    private static func isValidOpenIDName(_ id: ProviderID) -> Bool {
        let name = id.rawValue.dropFirst(ProviderID.genericOpenIDPrefix.count)
        return (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e }
    }
}

/// The settings that a kind of provider supports, and their defaults.
public struct ProviderSettings: Sendable {
    /// The base URL of the API; by default the issuer of an OpenID provider.
    public let api: String
    /// The base URL of the pages.
    public let web: String
    /// How the issuer is configured.
    public let issuer: Issuer
    /// Further accepted names of the standard issuer.
    public let otherIssuers: Set<String>
    /// Whether the protocol supports scopes.
    public let scopes: Bool
    /// Whether a client secret is required.
    public let secret: SecretNeed
    /// The parameters that only this kind has.
    public let parameters: Set<ProviderParameter>
    /// The default for whether email addresses that the provider holds may take over accounts.
    public let trustedForTakeover: Bool
    /// Returns the addresses of a server that a company hosts; throws if a text is not a host. `nil` if the provider has no such servers.
    let enterprise: (@Sendable (_ host: String) throws -> (api: String, web: String))?
    /// Returns the URL of an issuer's metadata for a configuration, and the issuer that the metadata must contain; `nil` for a document
    /// that covers several issuers.
    let discovery: @Sendable (_ issuer: String, ProviderConfiguration) -> (url: String, issuer: String?)

    /// How the issuer of a provider is configured.
    public enum Issuer: Sendable, Equatable {
        /// The provider is not an OpenID provider.
        case none
        /// The configuration must name the issuer.
        case required
        /// The default issuer. The configuration can name another one, such as a self-hosted server.
        case standard(String)
    }

    /// Whether a client secret is required.
    public enum SecretNeed: Sendable {
        case required
        /// Public clients have no secret.
        case optional
        /// A private key as PEM text; only the web flow needs it.
        case privateKey
    }

    init(
        api: String? = nil, web: String? = nil, issuer: Issuer = .none, otherIssuers: Set<String> = [], scopes: Bool, secret: SecretNeed,
        parameters: Set<ProviderParameter> = [], trustedForTakeover: Bool = false,
        enterprise: (@Sendable (_ host: String) throws -> (api: String, web: String))? = nil,
        discovery: @escaping @Sendable (_ issuer: String, ProviderConfiguration) -> (url: String, issuer: String?) = { issuer, _ in
            (OpenIDMetadata.url(ofIssuer: issuer), issuer)
        }
    ) {
        var standard = ""
        if case .standard(let address) = issuer { standard = address }
        self.api = api ?? standard
        self.web = web ?? api ?? standard
        self.issuer = issuer
        self.otherIssuers = otherIssuers
        self.scopes = scopes
        self.secret = secret
        self.parameters = parameters
        self.trustedForTakeover = trustedForTakeover
        self.enterprise = enterprise
        self.discovery = discovery
    }

    /// Whether the provider speaks OpenID Connect.
    public var isOpenID: Bool { issuer != .none }
}

/// The dependencies of providers.
struct ProviderTools: Sendable {
    let gateway: ProviderGateway
    let documents: ProviderDocuments
    let now: WallClock
    let random: RandomTokens
}
