public import LatchkeyIdentity
public import LatchkeySecrets

/// A change to a provider's configuration. `nil` members keep their value, or get the provider's default in a new configuration.
public struct ProviderEdit: Sendable {
    /// Whether users can sign in with the provider.
    public var enabled: Bool?
    /// The name to show to users; empty to remove it.
    public var displayName: String?
    /// The OAuth client id; for Twitter, the consumer key.
    public var clientID: String?
    /// The client secret; for Apple, the private key as PEM text.
    public var secret: Secret<String>?
    /// Whether to remove the client secret.
    public var removesSecret = false
    /// The base URL of the provider's API.
    public var apiOrigin: String?
    /// The base URL of the provider's pages.
    public var webOrigin: String?
    /// The host of a GitHub Enterprise server, instead of the two origins.
    public var enterpriseHost: String?
    /// The scopes to request.
    public var scopes: [String]?
    /// Whether email addresses that the provider holds may take over accounts.
    public var trustedForTakeover: Bool?
    /// OpenID Connect only.
    public var issuer: String?
    /// OpenID Connect only.
    public var acceptedClientIDs: [String]?
    /// Further parameters, by the raw values of `ProviderParameter`.
    public var parameters: [String: String]?

    /// Creates a change without any values.
    public init() {}

    /// The fields that an error can name.
    public enum Field: Sendable, Hashable {
        case clientID
        case secret
        /// The field for a client without a secret.
        case noSecret
        case issuer
        case apiOrigin
        case webOrigin
        case enterpriseHost
        case acceptedClientIDs
        case scopes
        case displayName
        case parameter(ProviderParameter)
    }
}

/// An error in a provider's configuration.
public struct ProviderRuleError: Error, Equatable {
    /// The kind of error.
    public enum Code: Sendable {
        case unknownProvider
        case missingIssuer
        case missingClientID
        case invalidClientID
        case missingSecret
        /// Users have signed in through another address of the provider.
        case originInUse
        case exists
        case notFound
        case invalid
    }

    /// The kind of error.
    public let code: Code
    /// A description of the problem and how to fix it.
    public let detail: String
    /// The field with the problem; `nil` if it is in none, or in several.
    public let field: ProviderEdit.Field?

    /// Creates an error.
    public init(_ code: Code, _ detail: String, at field: ProviderEdit.Field? = nil) {
        self.code = code
        self.detail = detail
        self.field = field
    }
}
