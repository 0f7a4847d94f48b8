extension DatabaseAddress {
    /// Returns the address to which a server redirects, or `nil` if the client must not follow.
    ///
    /// The client sends its token to the new host. A server with the configured name and its certificate receives the token anyway, so it
    /// may redirect to names below its own (`a.db.example.com`), but not to sibling names, which anyone may own, as under `co.uk`.
    /// Firebase's servers redirect to each other, under parents where Firebase owns all names. Unencrypted redirects may have been forged,
    /// so they may only change the port.
    ///
    /// - Parameter target: A host with an optional port. The port does not change if it is missing; the scheme never changes.
    func redirected(to target: String) -> DatabaseAddress? {
        var hasPort = false
        guard target.utf8.count <= 255, target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#@\\%".utf8.contains($0) }),
            var other = try? DatabaseAddress((isSecure ? "https://" : "http://") + target, allowsInsecureHTTP: true)
        else { return nil }
        if let colon = target.lastIndex(of: ":"), !target.hasSuffix("]") { hasPort = target[colon...].count > 1 }
        if !hasPort { other.port = port }
        other.namespace = namespace
        guard other.host == host || (isSecure && Self.mayReceive(other.host, clientsOf: host)) else { return nil }
        return other
    }

    private static func mayReceive(_ other: String, clientsOf host: String) -> Bool {
        guard isName(host), isName(other) else { return false }
        return other.hasSuffix(".\(host)") || firebaseParents.contains { host.hasSuffix($0) && other.hasSuffix($0) }
    }

    private static let firebaseParents = [".firebaseio.com", ".firebasedatabase.app"]

    /// Whether a host is a name. IP addresses have no subdomains.
    private static func isName(_ host: String) -> Bool {
        !host.contains(":") && !host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
