import HTTPTypes
package import Hummingbird

extension Request {
    /// Whether the browser says that one of our own pages sent this. Browsers that say nothing are stopped by the form token.
    package func isSameOrigin(as publicAddress: PublicAddress) -> Bool {
        if let name = HTTPField.Name("sec-fetch-site"), let site = headers[name] { return site == "same-origin" }
        // Our pages ask for no referrer, so browsers write `null` for their origin.
        guard let origin = headers[.origin], origin != "null" else { return true }
        return WebOrigin(origin).map { $0 == WebOrigin(publicAddress.url) } ?? false
    }
}
