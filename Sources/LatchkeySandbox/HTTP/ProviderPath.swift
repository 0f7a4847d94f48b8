// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Which provider answers at a path.
struct ProviderPath: Sendable {
    /// The path without the prefix of a GitHub Enterprise server's API.
    let bare: String

    init(_ path: String) {
        bare = path.hasPrefix("/api/v3/") ? String(path.dropFirst("/api/v3".count)) : path
    }

    /// `nil` for the sandbox's own pages and its control interface.
    var provider: SandboxProvider? {
        switch bare.split(separator: "/", maxSplits: 1).first {
        case "oauth", "1.1", "2": .twitter
        case "login", "user", "applications": .github
        default: nil
        }
    }
}
