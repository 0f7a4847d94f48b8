package import Hummingbird

extension PublicAddress {
    /// Marks an address that a browser was sent to, so that a proxy that changes the host cannot make it go round in circles.
    private static let mark = "latchkey_moved"

    /// Where a browser has to go that opened a page under another name than the public one.
    ///
    /// A sign-in that began there could not end: its cookie would belong to that name, and providers return to the public address.
    ///
    /// - Returns: The same page at the public address; `nil` when the browser is there, or was sent here already.
    package func moving(_ request: Request) -> String? {
        guard !isNamed(by: request), request.uri.queryParameters[Self.mark[...]] == nil else { return nil }
        let query = request.uri.query.flatMap { $0.isEmpty ? nil : $0 + "&" } ?? ""
        return url + request.uri.path + "?" + query + Self.mark + "=1"
    }

    /// Whether a request was sent to this address; one that names none counts as if it were. A name that cannot be read is another's:
    /// browsers take names with underscores, for example, which no address of ours has.
    package func isNamed(by request: Request) -> Bool {
        guard let authority = request.head.authority, let own = WebOrigin(url) else { return true }
        guard let asked = WebOrigin("\(own.scheme)://\(authority)") else { return false }
        return asked.host == own.host && asked.effectivePort == own.effectivePort
    }
}

extension WebOrigin {
    fileprivate var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }
}
