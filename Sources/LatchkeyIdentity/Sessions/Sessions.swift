import Foundation
package import LatchkeySecrets

/// The tokens that a signed-in client receives.
package struct IssuedTokens: Sendable {
    package let account: Account
    package let session: Session
    package let idToken: String
    package let refreshToken: Secret<String>
    package let expiresInSeconds: Int
}

/// Opens and refreshes sessions, and verifies ID tokens.
package struct Sessions: Sendable {
    let store: any AccountStore
    let authority: TokenAuthority
    /// The transport to the projects' hooks. Without it, requests that need a hook are refused.
    let hooks: (any HookTransport)?
    /// Limits the accounts that a network can create, and the recorded new networks of an account; `nil` for no limit.
    let throttle: (any RateLimits)?
    /// The outbox for emails about new networks; `nil` to send none.
    let outbox: Outbox?
    let now: WallClock
    let random: RandomTokens

    package init(
        store: any AccountStore, authority: TokenAuthority, hooks: (any HookTransport)? = nil, throttle: (any RateLimits)? = nil,
        outbox: Outbox? = nil, now: @escaping WallClock, random: RandomTokens = .system
    ) {
        self.store = store
        self.authority = authority
        self.hooks = hooks
        self.throttle = throttle
        self.outbox = outbox
        self.now = now
        self.random = random
    }

    /// A session that a transaction has just opened. Its refresh token is available only here.
    struct Opened: Sendable {
        let account: Account
        let session: Session
        let refreshToken: Secret<String>
    }
}
