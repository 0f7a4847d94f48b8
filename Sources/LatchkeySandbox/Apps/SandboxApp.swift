public import LatchkeyOAuth
public import LatchkeySecrets

/// An application registered at one of the mock providers, with its settings.
public struct SandboxApp: Sendable {
    /// The part of Twitter's API that the application may call.
    public enum AccessLevel: String, Sendable, Hashable, Codable {
        /// All endpoints, including `account/verify_credentials`.
        case elevated
        /// API v2 only; calls of API 1.1 fail with error 453.
        case limited
    }

    /// The provider where the application is registered.
    public let provider: SandboxProvider
    /// Twitter's consumer key, or the client ID.
    public let key: String
    /// Twitter's consumer secret, or the client secret.
    public let secret: Secret<String>
    /// The application's name on the consent page.
    public var name: String
    /// The registered callback URLs; GitHub uses the first one for requests without `redirect_uri`.
    ///
    /// A Twitter application without callbacks is a desktop application, which may only use `oob` (error 417).
    public var callbacks: [String]
    /// Whether `localhost`, `127.0.0.1` and `[::1]` match a registered callback with the same host on any port.
    ///
    /// GitHub and RFC 8252 allow this for the two IP addresses, but never for the name `localhost`.
    public var allowsAnyLoopbackPort: Bool
    /// Twitter and X: whether the email permission is enabled in the application's settings.
    public var mayRequestEmail: Bool
    /// Twitter: the part of the API that the application may call.
    public var accessLevel: AccessLevel
    /// Twitter: the accepted signature methods; the real Twitter supports `HMAC-SHA1` only.
    public var signatureMethods: [OAuth1SignatureMethod]
    /// Twitter: the public key for `RSA-SHA1`, as PEM.
    public var rsaPublicKeyPEM: String?
    /// Twitter: whether the application may use reverse auth.
    public var mayUseReverseAuth: Bool
    /// Twitter: whether this is the phone's system application; its tokens complete reverse auth.
    public var isSystemAccountStore: Bool
    /// GitHub: whether the device flow is enabled.
    public var allowsDeviceFlow: Bool
    /// X and OpenID: whether this is a public client, which has no secret and must use PKCE.
    public var isPublicClient: Bool

    /// Creates an application; see the properties for the meaning of the parameters.
    public init(
        provider: SandboxProvider, key: String, secret: Secret<String>, name: String, callbacks: [String],
        allowsAnyLoopbackPort: Bool = true, mayRequestEmail: Bool = true, accessLevel: AccessLevel = .elevated,
        signatureMethods: [OAuth1SignatureMethod] = [.hmacSHA1], rsaPublicKeyPEM: String? = nil,
        mayUseReverseAuth: Bool = false, isSystemAccountStore: Bool = false, allowsDeviceFlow: Bool = true,
        isPublicClient: Bool = false
    ) {
        self.provider = provider
        self.key = key
        self.secret = secret
        self.name = name
        self.callbacks = callbacks
        self.allowsAnyLoopbackPort = allowsAnyLoopbackPort
        self.mayRequestEmail = mayRequestEmail
        self.accessLevel = accessLevel
        self.signatureMethods = signatureMethods
        self.rsaPublicKeyPEM = rsaPublicKeyPEM
        self.mayUseReverseAuth = mayUseReverseAuth
        self.isSystemAccountStore = isSystemAccountStore
        self.allowsDeviceFlow = allowsDeviceFlow
        self.isPublicClient = isPublicClient
    }
}
