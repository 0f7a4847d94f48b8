import Foundation

/// The callback URL that opens an app at the end of a web flow.
enum AppCallback: Equatable, Sendable {
    /// A URL with the app's scheme: `app-` and the app id with hyphens instead of colons. Any app can register the same scheme.
    case scheme(String)
    /// A universal link: a URL of the server, which declares the app that may open it.
    case universalLink(host: String, path: String)

    /// Creates the callback of a configuration.
    ///
    /// - Returns: `nil` if the configuration has no app id.
    init?(of configuration: AuthConfiguration) {
        guard let scheme = configuration.appID.map({ "app-" + $0.replacing(":", with: "-") }) else { return nil }
        if configuration.returnsByUniversalLink, let host = URLComponents(string: configuration.base)?.host {
            self = .universalLink(host: host, path: "/__/auth/callback/" + scheme)
        } else {
            self = .scheme(scheme)
        }
    }
}
