import Foundation
package import LatchkeyIdentity
package import LatchkeyOAuth

/// The destination of a finished sign-in, determined and checked before the user goes to the provider.
package enum ReturnTarget: Codable, Sendable, Equatable {
    /// An app, through its registered URL scheme, in the format of Firebase's iOS SDK.
    case app(scheme: String, authType: String, eventID: String)
    /// An app, through a universal link (Apple) on this server.
    case universalLink(path: String, authType: String, eventID: String)
    /// A program that listens on a loopback port (RFC 8252, section 7.3).
    case loopback(url: String, authType: String, eventID: String)
    /// A page of a web app, which gets the result from a page of this server.
    case web(WebReturn)
    /// This server's sign-in page, with the query of the ``SignInVisit``.
    case page(query: String?)
    /// The client itself, which sends the provider's response to `signInWithIdp`.
    case caller

    package var isPage: Bool {
        if case .page = self { true } else { false }
    }

    /// Returns the URL that delivers a result.
    ///
    /// - Parameter link: The absolute URL that represents the result.
    package func url(delivering link: String, publicAddress: String) -> String? {
        switch self {
        case .app, .universalLink, .loopback: url(adding: [("link", link)], publicAddress: publicAddress)
        case .page(let query): link + Self.tail(query)
        case .web, .caller: nil
        }
    }

    /// Returns the URL that delivers a failure. Apps get it as JSON in `firebaseError`.
    package func url(delivering failure: FlowFailure, publicAddress: String) -> String? {
        switch self {
        case .app, .universalLink, .loopback: url(adding: [("firebaseError", failure.json)], publicAddress: publicAddress)
        case .page(let query): publicAddress + "/sign-in?error=" + PercentEncoding.encode(failure.cause ?? failure.code) + Self.tail(query)
        case .web, .caller: nil
        }
    }

    private static func tail(_ query: String?) -> String { query.map { $0.isEmpty ? "" : "&" + $0 } ?? "" }

    private func url(adding pairs: [(String, String)], publicAddress: String) -> String? {
        switch self {
        case .app(let scheme, let authType, let eventID):
            let inner = publicAddress + Self.callbackPath + "?" + Self.query([("authType", authType), ("eventId", eventID)] + pairs)
            return Self.deepLink(to: scheme, with: inner)
        case .universalLink(let path, let authType, let eventID):
            return publicAddress + path + "?" + Self.query([("authType", authType), ("eventId", eventID)] + pairs)
        case .loopback(let url, let authType, let eventID):
            return url + "?" + Self.query([("authType", authType), ("eventId", eventID)] + pairs)
        case .web, .page, .caller: return nil
        }
    }

    /// The path of the inner URL of a deep link.
    package static let callbackPath = "/__/auth/callback"

    /// Returns the path of an app's universal link. Each app has its own path; with a shared one the system could open any of the installed
    /// apps.
    package static func callbackPath(of app: RegisteredApp) -> String { callbackPath + "/" + app.urlScheme }

    /// Returns the deep link that opens an app by its URL scheme, in the format that Firebase's iOS SDK expects.
    static func deepLink(to scheme: String, with inner: String) -> String {
        scheme + "://firebaseauth/link?deep_link_id=" + PercentEncoding.encode(inner)
    }

    private static func query(_ pairs: [(String, String)]) -> String {
        pairs.map { PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    }
}

/// The error of a failed sign-in, with a code of Firebase's web flow.
package struct FlowFailure {
    /// For example `auth/user-cancelled`.
    let code: String
    package let message: String
    /// The code of the `OAuthError`, which is more specific than Firebase's code.
    let cause: String?

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(["code": code, "message": message]) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    package init(code: String, message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package init(_ error: OAuthError) {
        let code =
            switch error.code {
            case .accessDenied: "auth/user-cancelled"
            case .badClientCredentials, .callbackNotApproved, .desktopAppOnly, .appSuspended, .redirectMismatch:
                "auth/invalid-oauth-client-id"
            case .providerUnavailable, .addressRefused: "auth/network-request-failed"
            default: "auth/internal-error"
            }
        self.init(code: code, message: error.publicDetail, cause: error.code.rawValue)
    }
}
