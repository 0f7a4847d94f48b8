import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity

extension Request {
    /// Whether the browser reports that a page of this server sent the request. Without such headers the result is true, and the form
    /// token must stop forged requests.
    package func isSameOrigin(as publicAddress: PublicAddress) -> Bool {
        if let name = HTTPField.Name("sec-fetch-site"), let site = headers[name] { return site == "same-origin" }
        // This server's pages suppress the referrer, so browsers send `null` as their origin.
        guard let origin = headers[.origin], origin != "null" else { return true }
        return WebOrigin(origin).map { $0 == WebOrigin(publicAddress.url) } ?? false
    }
}
