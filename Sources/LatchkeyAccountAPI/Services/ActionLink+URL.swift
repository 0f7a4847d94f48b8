import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ActionLink {
    /// The path of the page that email links open.
    static let path = "/__/auth/action"

    /// Returns the URL of the page that applies the code.
    func url(publicAddress: String) -> String { publicAddress + Self.path + "?" + query }

    /// The query in the format that Firebase's SDKs parse.
    package var query: String {
        var pairs = [("mode", mode.rawValue), ("oobCode", code.expose()), ("apiKey", apiKey), ("lang", language)]
        if let continueURL { pairs.append(("continueUrl", continueURL)) }
        if tenant != .none { pairs.append(("tenantId", tenant.rawValue)) }
        return pairs.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    }
}
