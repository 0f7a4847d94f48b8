extension DatabaseAddress {
    /// Where a server sends its clients; nil where they do not go.
    ///
    /// The token goes along. Who answers under the configured name with its certificate has got it anyway, and may send on to names below
    /// that one (`a.db.example.com`); beside it everybody may have a name, as under `co.uk`. Firebase's own servers send their clients to
    /// each other, under parents whose names are all theirs. In clear text anybody on the way may have written the redirect, so that only
    /// the port may change.
    ///
    /// - Parameter target: a host, with a port or without: then the port stays. The scheme stays in any case.
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

    /// Below numbers there are no names.
    private static func isName(_ host: String) -> Bool {
        !host.contains(":") && !host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
