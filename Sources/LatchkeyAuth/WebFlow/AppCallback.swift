import Foundation

/// The address with which an app is opened at the end of a web flow.
enum AppCallback: Equatable, Sendable {
    /// One of the app's own scheme, `app-` and the app id with dashes for colons. Any app may register the same.
    case scheme(String)
    /// A universal link: one of the server's, which names the app that may be opened with it.
    case universalLink(host: String, path: String)

    /// - Returns: `nil` for a configuration without an app id.
    init?(of configuration: AuthConfiguration) {
        guard let scheme = configuration.appID.map({ "app-" + $0.replacing(":", with: "-") }) else { return nil }
        if configuration.returnsByUniversalLink, let host = URLComponents(string: configuration.base)?.host {
            self = .universalLink(host: host, path: "/__/auth/callback/" + scheme)
        } else {
            self = .scheme(scheme)
        }
    }
}
