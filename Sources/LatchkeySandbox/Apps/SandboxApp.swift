public import LatchkeyOAuth
public import LatchkeySecrets

/// An application registered at one of the pretend providers, with its settings there.
public struct SandboxApp: Sendable {
    /// How much of Twitter's API the application may call.
    public enum AccessLevel: String, Sendable, Hashable, Codable {
        /// Everything, `account/verify_credentials` included.
        case elevated
        /// API 2 only: calls of API 1.1 are refused with error 453.
        case limited
    }

    /// Where the application is registered.
    public let provider: SandboxProvider
    /// Twitter's consumer key, or the client id.
    public let key: String
    /// Twitter's consumer secret, or the client secret.
    public let secret: Secret<String>
    /// What the consent page calls the application.
    public var name: String
    /// The registered callback addresses; GitHub's first one serves requests without `redirect_uri`.
    ///
    /// A Twitter application without any is a desktop application: only `oob` is allowed (error 417).
    public var callbacks: [String]
    /// Whether `localhost`, `127.0.0.1` and `[::1]` match a registered callback of the same host on every port.
    ///
    /// GitHub's own rule and RFC 8252 grant this to the two addresses, never to the name `localhost`.
    public var allowsAnyLoopbackPort: Bool
    /// Twitter and X: whether the e-mail permission is ticked in the application's settings.
    public var mayRequestEmail: Bool
    /// Twitter: which endpoints the application may call.
    public var accessLevel: AccessLevel
    /// Twitter: the accepted signature methods; the real one knows `HMAC-SHA1` only.
    public var signatureMethods: [OAuth1SignatureMethod]
    /// Twitter: the public key for `RSA-SHA1`, as PEM.
    public var rsaPublicKeyPEM: String?
    /// Twitter: whether the application may start reverse auth.
    public var mayUseReverseAuth: Bool
    /// Twitter: whether this is the phone's own system application, whose tokens finish reverse auth.
    public var isSystemAccountStore: Bool
    /// GitHub: whether the device flow is switched on.
    public var allowsDeviceFlow: Bool
    /// X and OpenID: whether the application cannot keep a secret; then it has none and must use PKCE.
    public var isPublicClient: Bool

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
