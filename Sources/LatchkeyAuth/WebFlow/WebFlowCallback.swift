import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// The meaning of a callback URL for a web flow.
enum WebFlowCallback: Equatable, Sendable {
    /// The URL belongs to another app or to an older flow. Keep waiting.
    case unrelated
    /// The flow succeeded; the server redeems this URL.
    case link(String)
    /// The flow failed.
    case failure(AuthErrorCode, reason: String)

    /// The size limit of `link`, in bytes.
    static let maxLinkBytes = 16_384

    /// Reads the query of a loopback URL: `authType`, `eventId`, and `link` or `firebaseError`.
    static func read(query: String, eventID: String) -> WebFlowCallback {
        guard let parameters = try? Parameters(formEncoded: query),
            parameters["authType"] == WebFlowRequest.authType,
            parameters["eventId"]?.equalsInConstantTime(eventID) == true
        else { return .unrelated }
        if let link = parameters["link"] {
            guard link.utf8.count <= maxLinkBytes, link.hasPrefix("https://") || link.hasPrefix("http://") else {
                return .failure(.webInternalError, reason: "The page returned a result that is not a URL.")
            }
            return .link(link)
        }
        return failure(parameters["firebaseError"])
    }

    /// Reads the deep link that opens an app: `SCHEME://firebaseauth/link?deep_link_id=URL`, where the query of the inner URL has the
    /// parameters of ``read(query:eventID:)``.
    static func read(deepLink: String, scheme: String, eventID: String) -> WebFlowCallback {
        let prefix = scheme.lowercased() + "://firebaseauth/link?"
        guard deepLink.lowercased().hasPrefix(prefix),
            let outer = try? Parameters(formEncoded: withoutFragment(deepLink.dropFirst(prefix.count))),
            let inner = outer["deep_link_id"], let start = inner.firstIndex(of: "?")
        else { return .unrelated }
        return read(query: withoutFragment(inner[inner.index(after: start)...]), eventID: eventID)
    }

    /// Reads a universal link, `https://HOST/__/auth/callback/SCHEME`, with the same query.
    static func read(universalLink: String, host: String, path: String, eventID: String) -> WebFlowCallback {
        let prefix = "https://\(host)\(path)?".lowercased()
        guard universalLink.lowercased().hasPrefix(prefix) else { return .unrelated }
        return read(query: withoutFragment(universalLink.dropFirst(prefix.count)), eventID: eventID)
    }

    private static func withoutFragment(_ text: Substring) -> String {
        String(text.prefix { $0 != "#" })
    }

    private struct PageError: Decodable {
        let code: String?
        let message: String?
    }

    private static func failure(_ json: String?) -> WebFlowCallback {
        guard let json, let error = try? JSONDecoder().decode(PageError.self, from: Data(json.utf8)),
            let code = error.code
        else {
            return .failure(.webSignInUserInteractionFailure, reason: "The page returned no result.")
        }
        let message = error.message ?? ""
        switch code {
        case "auth/invalid-oauth-client-id": return .failure(.invalidClientID, reason: message)
        case "auth/network-request-failed": return .failure(.webNetworkRequestFailed, reason: message)
        case "auth/internal-error": return .failure(.webInternalError, reason: message)
        default: return .failure(.webSignInUserInteractionFailure, reason: "[\(code)] - \(message)")
        }
    }
}
