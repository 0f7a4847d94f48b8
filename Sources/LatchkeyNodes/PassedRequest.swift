package import HTTPTypes
package import LatchkeyIdentity

/// The headers of a request that a node passes on to another one.
///
/// The other node sees this one as a proxy in front of it: it learns the client's address and the host from the usual headers, which it
/// believes if this node is one of its trusted proxies.
package enum PassedRequest {
    /// A request that was passed on once is not passed on again, because two nodes could send it back and forth.
    package static let mark = HTTPField.Name("latchkey-passed-on")
    private static let forwardedFor = HTTPField.Name("x-forwarded-for")
    private static let forwardedHost = HTTPField.Name("x-forwarded-host")
    /// The headers of one connection (RFC 9110, section 7.6.1), and those that the next connection has instead.
    private static let ofTheConnection: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade", "host", "content-length", "expect",
    ]

    package static func isMarked(_ fields: HTTPFields) -> Bool { mark.map { fields[$0] != nil } ?? false }

    /// Whether a request comes from a client, or from a trusted node. Another node's headers would be ignored, so that the request could reach
    /// another database than the one that it is meant for.
    package static func isTrusted(_ fields: HTTPFields, from peer: String?, _ proxies: [AddressRange]) -> Bool {
        guard isMarked(fields) else { return true }
        return peer.map { peer in proxies.contains { $0.contains(peer) } } ?? false
    }

    /// Returns the headers for the other node.
    ///
    /// - Parameters:
    ///   - peer: The address of the connection's remote end.
    ///   - host: The host name that the client used.
    package static func fields(_ fields: HTTPFields, from peer: String?, host: String) -> HTTPFields {
        var passed = endToEnd(fields)
        if let name = forwardedFor, let peer { passed[name] = [fields[name], peer].compactMap(\.self).joined(separator: ", ") }
        if let name = forwardedHost { passed[name] = host }
        if let mark { passed[mark] = "1" }
        return passed
    }

    /// Returns the headers that do not belong to one connection only.
    static func endToEnd(_ fields: HTTPFields) -> HTTPFields {
        let named = (fields[.connection] ?? "").split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
        var passed = HTTPFields()
        for field in fields {
            let name = field.name.canonicalName
            // A client must not remove what a proxy has added.
            let isOfTheConnection = ofTheConnection.contains(name) || named.contains(name) && !name.hasPrefix("x-forwarded-")
            if !isOfTheConnection { passed.append(field) }
        }
        return passed
    }
}
