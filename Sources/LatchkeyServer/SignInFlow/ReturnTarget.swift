import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a finished sign-in goes. Decided and checked before the person leaves for the provider.
enum ReturnTarget: Codable, Sendable, Equatable {
    /// An app, through the URL scheme that it registered (the form of Firebase's iOS client).
    case app(scheme: String, authType: String, eventID: String)
    /// An app, through an address of this server that the app is known to open (Apple's universal links).
    case universalLink(path: String, authType: String, eventID: String)
    /// A program that listens on a loopback port (RFC 8252, section 7.3).
    case loopback(url: String, authType: String, eventID: String)
    /// A page of a web app, which is told by a page of ours.
    case web(WebReturn)
    /// Our own sign-in page, with what the person came for, as its addresses carry it.
    case page(query: String?)
    /// The caller itself comes back with the provider's answer, through `signInWithIdp`.
    case caller

    var isPage: Bool {
        if case .page = self { true } else { false }
    }

    /// The URL that delivers a result.
    ///
    /// - Parameter link: The absolute URL that stands for it.
    func url(delivering link: String, publicAddress: String) -> String? {
        switch self {
        case .app, .universalLink, .loopback: url(adding: [("link", link)], publicAddress: publicAddress)
        case .page(let query): link + Self.tail(query)
        case .web, .caller: nil
        }
    }

    /// The URL that delivers a failure, as JSON in `firebaseError`.
    func url(delivering failure: FlowFailure, publicAddress: String) -> String? {
        switch self {
        case .app, .universalLink, .loopback: url(adding: [("firebaseError", failure.json)], publicAddress: publicAddress)
        case .page(let query): publicAddress + "/sign-in?error=" + PercentEncoding.encode(failure.cause ?? failure.code) + Self.tail(query)
        case .web, .caller: nil
        }
    }

    private static func tail(_ query: String?) -> String { query.unlessEmpty.map { "&" + $0 } ?? "" }

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

    /// The path of what apps are given by their scheme, inside another address.
    static let callbackPath = "/__/auth/callback"

    /// The path of the universal link of an app. Each has its own, or the system could open any of the apps that are on a device.
    static func callbackPath(of app: RegisteredApp) -> String { callbackPath + "/" + app.urlScheme }

    /// The address that opens an app by its scheme, as Firebase's client for iOS reads it.
    static func deepLink(to scheme: String, with inner: String) -> String {
        scheme + "://firebaseauth/link?deep_link_id=" + PercentEncoding.encode(inner)
    }

    private static func query(_ pairs: [(String, String)]) -> String {
        pairs.map { PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    }
}

/// Why a sign-in did not finish, in the words of Firebase's web flow.
struct FlowFailure {
    /// For example `auth/user-cancelled`.
    let code: String
    let message: String
    /// What exactly the provider did, in the words of `OAuthError`; Firebase's are few.
    let cause: String?

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(["code": code, "message": message]) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    init(code: String, message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    init(_ error: OAuthError) {
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
