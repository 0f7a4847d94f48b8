import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ActionLink {
    /// The page behind the links of mails.
    static let path = "/__/auth/action"

    /// The URL of the page that applies the code.
    func url(publicAddress: String) -> String { publicAddress + Self.path + "?" + query }

    /// Names and values in the form in which Firebase's clients read them.
    var query: String {
        var pairs = [("mode", mode.rawValue), ("oobCode", code.expose()), ("apiKey", apiKey), ("lang", language)]
        if let continueURL { pairs.append(("continueUrl", continueURL)) }
        if tenant != .none { pairs.append(("tenantId", tenant.rawValue)) }
        return pairs.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    }
}
