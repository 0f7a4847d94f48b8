public import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// One kind of provider: what its configuration may say, and how it becomes something that signs people in.
public struct ProviderKind: Sendable {
    /// The provider's name; `oidc.*` stands for all names that begin so.
    public let id: ProviderID
    /// How people call it.
    public let displayName: String
    public let settings: ProviderSettings
    let make: @Sendable (ProviderConfiguration, _ secret: Secret<String>?, ProviderTools) throws -> any IdentityProvider

    init(
        id: ProviderID, displayName: String, settings: ProviderSettings,
        make: @escaping @Sendable (ProviderConfiguration, _ secret: Secret<String>?, ProviderTools) throws -> any IdentityProvider
    ) {
        self.id = id
        self.displayName = displayName
        self.settings = settings
        self.make = make
    }

    /// Every kind that we know.
    public static let all: [ProviderKind] = [.twitter, .x, .github, .google, .apple, .microsoft, .gitLab, .openID]

    /// The kind behind a name; `nil` for a name that we do not know.
    public static func named(_ id: ProviderID) -> ProviderKind? {
        if id.isGenericOpenID { return isValidOpenIDName(id) ? .openID : nil }
        return all.first { $0.id == id }
    }

    /// All names, for a sentence that ends with them.
    public static var knownNames: String {
        let names = all.map(\.id.rawValue).map { $0 == "oidc.*" ? "oidc.NAME" : $0 }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// `oidc.` and 1 to 64 lower-case letters, digits, hyphens and points.
    private static func isValidOpenIDName(_ id: ProviderID) -> Bool {
        let name = id.rawValue.dropFirst(ProviderID.genericOpenIDPrefix.count)
        return (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e }
    }
}

/// What the configuration of one kind of provider may say, and what it says unless told otherwise.
public struct ProviderSettings: Sendable {
    /// Where the programming interface is; for OpenID providers that need no other address, the issuer.
    public let api: String
    /// Where the pages are.
    public let web: String
    public let issuer: Issuer
    /// Further names under which the standard issuer issues.
    public let otherIssuers: Set<String>
    /// Whether the protocol knows scopes.
    public let scopes: Bool
    public let secret: SecretNeed
    /// What only this kind has.
    public let parameters: Set<ProviderParameter>
    /// Whether addresses that the provider holds may take accounts over, unless the configuration says otherwise.
    public let trustedForTakeover: Bool

    public enum Issuer: Sendable, Equatable {
        /// The provider is no OpenID provider.
        case none
        /// The configuration has to name it.
        case required
        /// This, unless the configuration names another, as that of a server of one's own.
        case standard(String)
    }

    public enum SecretNeed: Sendable {
        case required
        /// Public clients have none.
        case optional
        /// A private key as PEM text; only the web flow needs it.
        case privateKey
    }

    init(
        api: String? = nil, web: String? = nil, issuer: Issuer = .none, otherIssuers: Set<String> = [], scopes: Bool, secret: SecretNeed,
        parameters: Set<ProviderParameter> = [], trustedForTakeover: Bool = false
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
    }

    /// Whether the provider speaks OpenID Connect.
    public var isOpenID: Bool { issuer != .none }
}

/// What providers work with.
struct ProviderTools: Sendable {
    let gateway: ProviderGateway
    let documents: ProviderDocuments
    let now: WallClock
    let random: RandomTokens
}
