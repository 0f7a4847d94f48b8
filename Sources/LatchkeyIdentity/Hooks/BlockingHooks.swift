/// The programs of the operator that are asked before something happens in a project (Identity Platform's blocking functions).
public struct BlockingHooks: Sendable, Equatable {
    /// When a hook is asked.
    public enum Event: String, Sendable, CaseIterable {
        /// Before a newcomer's account is stored, and before an anonymous one gets its first credential.
        case beforeCreate
        /// Before a session is opened for somebody who has shown everything that they have to show.
        case beforeSignIn
    }

    /// An absolute URL: https, or http on this machine.
    public var beforeCreate: String?
    /// An absolute URL: https, or http on this machine.
    public var beforeSignIn: String?

    /// The provider tokens that hooks receive.
    public var forwarding: ForwardedCredentials

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

        public init(idToken: Bool = false, accessToken: Bool = false, refreshToken: Bool = false) {
            self.idToken = idToken
            self.accessToken = accessToken
            self.refreshToken = refreshToken
        }
    }

    public subscript(event: Event) -> String? {
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

    public static let maxURLBytes = 2048
}
