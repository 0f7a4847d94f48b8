/// The body of `accounts:createAuthUri`: which ways lead into the account of an address, or where a provider's page is.
///
/// `pendingToken` is Latchkey's own: a credential whose provider vouches for the address proves control of it, so the answer
/// names the methods although enumeration protection is on.
public struct CreateAuthUriRequest: Codable, Equatable, Sendable {
    /// The address to look up.
    public var identifier: String?
    /// The address to come back to; required, absolute.
    public var continueUri: String?
    /// The provider whose page is wanted.
    public var providerId: String?
    /// Scopes, separated by spaces.
    public var oauthScope: String?
    /// Further parameters for the provider's page; reserved names are dropped.
    public var customParameter: [String: String]?
    /// `CODE_FLOW` for Google's code flow.
    public var authFlowType: String?
    /// A session id to use; the server makes one otherwise.
    public var sessionId: String?
    /// A credential left on the server by a conflict about this address (Latchkey only).
    public var pendingToken: String?
    /// Comes back unchanged.
    public var context: String?
    /// Google's hosted domain.
    public var hostedDomain: String?
    /// A leftover of OpenID 2.0.
    public var openidRealm: String?
    /// A leftover of an earlier API.
    public var otaApp: String?
    /// A leftover of an earlier API.
    public var oauthConsumerKey: String?
    /// The app that asks.
    public var appId: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        identifier: String? = nil, continueUri: String? = nil, providerId: String? = nil, oauthScope: String? = nil,
        customParameter: [String: String]? = nil, authFlowType: String? = nil, sessionId: String? = nil,
        pendingToken: String? = nil, context: String? = nil, hostedDomain: String? = nil,
        openidRealm: String? = nil, otaApp: String? = nil, oauthConsumerKey: String? = nil, appId: String? = nil,
        tenantId: String? = nil
    ) {
        self.identifier = identifier
        self.continueUri = continueUri
        self.providerId = providerId
        self.oauthScope = oauthScope
        self.customParameter = customParameter
        self.authFlowType = authFlowType
        self.sessionId = sessionId
        self.pendingToken = pendingToken
        self.context = context
        self.hostedDomain = hostedDomain
        self.openidRealm = openidRealm
        self.otaApp = otaApp
        self.oauthConsumerKey = oauthConsumerKey
        self.appId = appId
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:createAuthUri`; under enumeration protection it says nothing about an address.
public struct CreateAuthUriReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The provider's page.
    public var authUri: String?
    /// The provider.
    public var providerId: String?
    /// The session id to send with the outcome.
    public var sessionId: String?
    /// Whether an account has the address.
    public var registered: Bool?
    /// The providers of that account, in an older vocabulary.
    public var allProviders: [String]?
    /// `password`, `emailLink` or provider ids.
    public var signinMethods: [String]?
    /// Whether the address is known under the provider.
    public var forExistingProvider: Bool?
    /// Whether a captcha is due.
    public var captchaRequired: Bool?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#CreateAuthUriResponse", authUri: String? = nil, providerId: String? = nil,
        sessionId: String? = nil, registered: Bool? = nil, allProviders: [String]? = nil,
        signinMethods: [String]? = nil, forExistingProvider: Bool? = nil, captchaRequired: Bool? = nil
    ) {
        self.kind = kind
        self.authUri = authUri
        self.providerId = providerId
        self.sessionId = sessionId
        self.registered = registered
        self.allProviders = allProviders
        self.signinMethods = signinMethods
        self.forExistingProvider = forExistingProvider
        self.captchaRequired = captchaRequired
    }
}
