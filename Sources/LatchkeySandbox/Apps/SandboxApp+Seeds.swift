// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeySecrets

extension SandboxApp {
    /// The callbacks that the seeded applications have until the configuration names others; any port matches.
    public static let defaultCallbacks: [String] = ["127.0.0.1", "localhost", "[::1]"].flatMap { host in
        ["/__/auth/handler", "/emulator/auth/handler", "/callback"].map { "http://\(host)\($0)" }
    }

    /// The Twitter application that Latchkey uses: its consumer key and secret are public knowledge.
    public static let twitter = SandboxApp(
        provider: .twitter, key: "latchkeySandboxConsumer01",
        secret: "not-a-secret-twitter-5GJwq8vYkTzR1nXbLhPdMfCa", name: "Latchkey", callbacks: defaultCallbacks,
        mayUseReverseAuth: true)

    /// A Twitter application of somebody else, whose tokens must not be accepted as ours.
    public static let otherTwitter = SandboxApp(
        provider: .twitter, key: "foreignSandboxConsumer001",
        secret: "not-a-secret-foreign-8rWmZt2KpQyV6uHsDjNxEgBo", name: "Somebody else's app", callbacks: defaultCallbacks)

    /// A Twitter application without callbacks: the PIN flow is all that it may use.
    public static let twitterDesktop = SandboxApp(
        provider: .twitter, key: "desktopSandboxConsumer001",
        secret: "not-a-secret-desktop-3nYcUf7LqXvB9kAzGtRwPiJe", name: "A desktop program", callbacks: [])

    /// The phone's own Twitter application: its tokens stand for the system accounts that reverse auth starts from.
    public static let twitterSystem = SandboxApp(
        provider: .twitter, key: "systemSandboxConsumer0001",
        secret: "not-a-secret-system-6bMhVd4TsKxQ0oEyZcLuWnRf", name: "A phone's settings", callbacks: [],
        isSystemAccountStore: true)

    /// The GitHub application that Latchkey uses: its client id and secret are public knowledge.
    public static let github = SandboxApp(
        provider: .github, key: "Ov23liLatchkeySandbox",
        secret: "not-a-secret-github-2c5b8f1e4a7d0936c9f2e5b8a1d4", name: "Latchkey", callbacks: defaultCallbacks)

    /// A GitHub application of somebody else, whose tokens must not be accepted as ours.
    public static let otherGitHub = SandboxApp(
        provider: .github, key: "Ov23liForeignSandbox0",
        secret: "not-a-secret-foreign-7e0a3d6c9f2b5e8a1d4f7b0c3e6a", name: "Somebody else's app", callbacks: defaultCallbacks)

    /// Every application that a sandbox knows when it starts.
    public static let seeds: [SandboxApp] = [twitter, otherTwitter, twitterDesktop, twitterSystem, github, otherGitHub]
}
