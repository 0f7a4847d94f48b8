import LatchkeySecrets

extension SandboxApp {
    /// The callbacks of the seeded applications unless the configuration specifies others; they match on any port.
    public static let defaultCallbacks: [String] = ["127.0.0.1", "localhost", "[::1]"].flatMap { host in
        ["/__/auth/handler", "/emulator/auth/handler", "/callback"].map { "http://\(host)\($0)" }
    }

    /// The Twitter application that Latchkey uses; its consumer key and secret are public.
    public static let twitter = SandboxApp(
        provider: .twitter, key: "latchkeySandboxConsumer01",
        secret: "not-a-secret-twitter-5GJwq8vYkTzR1nXbLhPdMfCa", name: "Latchkey", callbacks: defaultCallbacks,
        mayUseReverseAuth: true)

    /// A third-party Twitter application; its tokens must be rejected.
    public static let otherTwitter = SandboxApp(
        provider: .twitter, key: "foreignSandboxConsumer001",
        secret: "not-a-secret-foreign-8rWmZt2KpQyV6uHsDjNxEgBo", name: "Third-party app", callbacks: defaultCallbacks)

    /// A Twitter application without callbacks, which can only use the PIN flow.
    public static let twitterDesktop = SandboxApp(
        provider: .twitter, key: "desktopSandboxConsumer001",
        secret: "not-a-secret-desktop-3nYcUf7LqXvB9kAzGtRwPiJe", name: "A desktop program", callbacks: [])

    /// The phone's system Twitter application; its tokens represent the system accounts that reverse auth uses.
    public static let twitterSystem = SandboxApp(
        provider: .twitter, key: "systemSandboxConsumer0001",
        secret: "not-a-secret-system-6bMhVd4TsKxQ0oEyZcLuWnRf", name: "A phone's settings", callbacks: [],
        isSystemAccountStore: true)

    /// The GitHub application that Latchkey uses; its client ID and secret are public.
    public static let github = SandboxApp(
        provider: .github, key: "Ov23liLatchkeySandbox",
        secret: "not-a-secret-github-2c5b8f1e4a7d0936c9f2e5b8a1d4", name: "Latchkey", callbacks: defaultCallbacks)

    /// A third-party GitHub application; its tokens must be rejected.
    public static let otherGitHub = SandboxApp(
        provider: .github, key: "Ov23liForeignSandbox0",
        secret: "not-a-secret-foreign-7e0a3d6c9f2b5e8a1d4f7b0c3e6a", name: "Third-party app", callbacks: defaultCallbacks)

    /// The OpenID provider's application that Latchkey uses; its client ID and secret are public.
    public static let openID = SandboxApp(
        provider: .openID, key: "latchkey.sandbox-openid",
        secret: "not-a-secret-openid-9f4c1e7a2d5b8063f6c9a3e0d7b4", name: "Latchkey", callbacks: defaultCallbacks)

    /// A third-party application at the OpenID provider; its tokens must be rejected.
    public static let otherOpenID = SandboxApp(
        provider: .openID, key: "foreign.sandbox-openid",
        secret: "not-a-secret-foreign-1b8d5f2a7c4e9063b0d6f3a8c5e2", name: "Third-party app", callbacks: defaultCallbacks)

    /// Returns the OpenID provider's issuer.
    ///
    /// - Parameter base: The sandbox's base URL, without a trailing slash.
    public static func openIDIssuer(at base: String) -> String { base + (SandboxProvider.openID.issuerPath ?? "") }

    /// A public application at the OpenID provider, without a secret; it must use PKCE.
    public static let nativeOpenID = SandboxApp(
        provider: .openID, key: "native.sandbox-openid", secret: "", name: "A phone's app", callbacks: defaultCallbacks,
        isPublicClient: true)

    /// The X application that Latchkey uses; its client ID and secret are public.
    public static let x = SandboxApp(
        provider: .x, key: "bGF0Y2hrZXlTYW5kYm94WDox",
        secret: "not-a-secret-x-6d3a0f7c4b1e8295d2a9f6c3b0e7", name: "Latchkey", callbacks: defaultCallbacks)

    /// A third-party X application; its tokens must be rejected.
    public static let otherX = SandboxApp(
        provider: .x, key: "Zm9yZWlnblNhbmRib3hYOjAx",
        secret: "not-a-secret-foreign-x-5e2b9f6c3a0d7184e1b8f5c2a9d6", name: "Third-party app", callbacks: defaultCallbacks)

    /// A public X application, such as a phone or web app, without a secret.
    public static let nativeX = SandboxApp(
        provider: .x, key: "bmF0aXZlU2FuZGJveFg6MDAx", secret: "", name: "A phone's app", callbacks: defaultCallbacks,
        isPublicClient: true)

    /// The initial applications of a sandbox.
    public static let seeds: [SandboxApp] =
        [
            twitter, otherTwitter, twitterDesktop, twitterSystem, github, otherGitHub, openID, otherOpenID, nativeOpenID, x, otherX,
            nativeX,
        ] + OAuth2Rules.mocks.flatMap { [latchkey(at: $0.provider), other(at: $0.provider)] }

    /// Returns the application that Latchkey uses at a provider; its key and secret are public.
    public static func latchkey(at provider: SandboxProvider) -> SandboxApp {
        [twitter, x, github, openID].first { $0.provider == provider }
            ?? SandboxApp(
                provider: provider, key: "latchkey.sandbox-\(provider.rawValue)",
                secret: Secret("not-a-secret-\(provider.rawValue)-4b7e0a3d6c9f"),
                name: "Latchkey", callbacks: defaultCallbacks)
    }

    /// Returns a third-party application at a provider; its tokens must be rejected.
    public static func other(at provider: SandboxProvider) -> SandboxApp {
        [otherTwitter, otherX, otherGitHub, otherOpenID].first { $0.provider == provider }
            ?? SandboxApp(
                provider: provider, key: "foreign.sandbox-\(provider.rawValue)",
                secret: Secret("not-a-secret-foreign-\(provider.rawValue)-8c1f5e2b"),
                name: "Third-party app", callbacks: defaultCallbacks)
    }
}
