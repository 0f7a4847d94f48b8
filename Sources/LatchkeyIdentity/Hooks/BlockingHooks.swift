// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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

    /// Which of a provider's tokens hooks are sent.
    public var forwarding: ForwardedCredentials

    public init(beforeCreate: String? = nil, beforeSignIn: String? = nil, forwarding: ForwardedCredentials = .init()) {
        self.beforeCreate = beforeCreate
        self.beforeSignIn = beforeSignIn
        self.forwarding = forwarding
    }

    /// What a provider gave an app for a person, as far as hooks are sent it (Identity Platform's `forwardInboundCredentials`). Nothing at
    /// first: with a token, a hook can act in the person's name at the provider.
    public struct ForwardedCredentials: Sendable, Equatable {
        /// `oauth_id_token`.
        public var idToken: Bool
        /// `oauth_access_token`, `oauth_token_secret` and `oauth_expires_in`.
        public var accessToken: Bool
        /// `oauth_refresh_token`. The setting is kept; no refresh token of a provider reaches this server.
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
