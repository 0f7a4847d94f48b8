// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address with which an app is opened at the end of a web flow.
enum AppCallback: Equatable, Sendable {
    /// One of the app's own scheme, `app-` and the app id with dashes for colons. Any app may register the same.
    case scheme(String)
    /// A universal link: one of the server's, which names the apps that may be opened with it.
    case universalLink(host: String, path: String)

    /// The path of that address, below the server's.
    static let path = "/__/auth/callback"

    /// - Returns: `nil` for a configuration without an app id.
    init?(of configuration: AuthConfiguration) {
        guard let scheme = Self.scheme(of: configuration) else { return nil }
        if configuration.returnsByUniversalLink, let server = URLComponents(string: configuration.base), let host = server.host {
            self = .universalLink(host: host, path: server.path + Self.path)
        } else {
            self = .scheme(scheme)
        }
    }

    /// The scheme by which an app can be opened; `nil` without an app id.
    static func scheme(of configuration: AuthConfiguration) -> String? {
        configuration.appID.map { "app-" + $0.replacing(":", with: "-") }
    }
}
