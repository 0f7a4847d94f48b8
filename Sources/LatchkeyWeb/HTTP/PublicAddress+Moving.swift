package import Hummingbird
import LatchkeyIdentity

extension PublicAddress {
    /// Marks the URL of a redirect, so that a proxy that changes the host cannot cause a redirect loop.
    private static let mark = "latchkey_moved"

    /// Returns the URL to redirect to if a browser opened a page at a host other than the public one.
    ///
    /// A sign-in that starts at another host cannot finish: its cookie would belong to that host, and providers return to the public
    /// address.
    ///
    /// - Returns: The same page at the public address; `nil` if the browser is already there or was already redirected.
    package func moving(_ request: Request) -> String? {
        guard !isNamed(by: request), request.uri.queryParameters[Self.mark[...]] == nil else { return nil }
        let query = request.uri.query.flatMap { $0.isEmpty ? nil : $0 + "&" } ?? ""
        return url + request.uri.path + "?" + query + Self.mark + "=1"
    }

    /// Whether a request was sent to this address. A request without a host counts as sent to it. A host that cannot be parsed is another
    /// one: browsers accept names with underscores, for example, which the public address cannot contain.
    package func isNamed(by request: Request) -> Bool {
        guard let authority = request.head.authority, let own = WebOrigin(url) else { return true }
        guard let received = WebOrigin("\(own.scheme)://\(authority)") else { return false }
        return received.host == own.host && received.effectivePort == own.effectivePort
    }
}

extension WebOrigin {
    fileprivate var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }
}
