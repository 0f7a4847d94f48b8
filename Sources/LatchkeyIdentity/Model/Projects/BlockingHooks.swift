/// The URLs of a project's hooks: programs of the operator that can refuse an event (Identity Platform's blocking functions).
public struct BlockingHooks: Sendable, Equatable {
    /// The event before which a hook is called.
    package enum Event: String, Sendable, CaseIterable {
        /// Before a new account is stored, and before an anonymous account gets its first credential.
        case beforeCreate
        /// Before a session is opened, after all credentials were verified.
        case beforeSignIn
    }

    /// An absolute URL: `https`, or `http` on the same machine.
    public var beforeCreate: String?
    /// An absolute URL: `https`, or `http` on the same machine.
    public var beforeSignIn: String?

    /// The provider tokens that hooks receive.
    public var forwarding: ForwardedCredentials

    /// Creates the hooks of a project. An event without a URL calls no hook.
    public init(beforeCreate: String? = nil, beforeSignIn: String? = nil, forwarding: ForwardedCredentials = .init()) {
        self.beforeCreate = beforeCreate
        self.beforeSignIn = beforeSignIn
        self.forwarding = forwarding
    }

    /// The credentials of a provider that hooks receive (Identity Platform's `forwardInboundCredentials`). All are off by default: with a
    /// token, a hook can act in the user's name at the provider.
    public struct ForwardedCredentials: Sendable, Equatable {
        /// `oauth_id_token`.
        public var idToken: Bool
        /// `oauth_access_token`, `oauth_token_secret` and `oauth_expires_in`.
        public var accessToken: Bool
        /// `oauth_refresh_token`. The setting is stored, but this server never receives refresh tokens from providers.
        public var refreshToken: Bool

        /// Creates the selection of the credentials that hooks receive.
        public init(idToken: Bool = false, accessToken: Bool = false, refreshToken: Bool = false) {
            self.idToken = idToken
            self.accessToken = accessToken
            self.refreshToken = refreshToken
        }
    }

    package subscript(event: Event) -> String? {
        get {
            switch event {
            case .beforeCreate: beforeCreate
            case .beforeSignIn: beforeSignIn
            }
        }
        set {
            switch event {
            case .beforeCreate: beforeCreate = newValue
            case .beforeSignIn: beforeSignIn = newValue
            }
        }
    }

    package static let maxURLBytes = 2048
}
