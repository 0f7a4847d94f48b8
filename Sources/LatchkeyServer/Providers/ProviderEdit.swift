public import LatchkeyIdentity
public import LatchkeySecrets

/// What is to be changed in a provider's configuration; what is absent stays, or is the provider's default at first.
public struct ProviderEdit: Sendable {
    public var enabled: Bool?
    /// Empty to take it away.
    public var displayName: String?
    public var clientID: String?
    public var secret: Secret<String>?
    /// Whether the client has no secret any more.
    public var removesSecret = false
    public var apiOrigin: String?
    public var webOrigin: String?
    /// A GitHub Enterprise server, in place of the two origins.
    public var enterpriseHost: String?
    public var scopes: [String]?
    public var trustedForTakeover: Bool?
    /// OpenID Connect only.
    public var issuer: String?
    /// OpenID Connect only.
    public var acceptedClientIDs: [String]?
    /// By the names of `ProviderParameter`.
    public var parameters: [String: String]?

    public init() {}

    /// What an error may have to name.
    public enum Field: Sendable, Hashable {
        case clientID
        case secret
        /// What says that there is no secret.
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

/// Why a provider cannot be configured so.
public struct ProviderRuleError: Error, Equatable {
    public enum Code: Sendable {
        case unknownProvider
        case missingIssuer
        case missingClientID
        case invalidClientID
        case missingSecret
        /// People signed in through another address of the provider.
        case originInUse
        case exists
        case notFound
        case invalid
    }

    public let code: Code
    /// What was wrong and how to mend it.
    public let detail: String

    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
