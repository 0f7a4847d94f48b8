package import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity

/// Determines the client's address when the server is behind a proxy.
package struct ClientAddress: Sendable {
    /// Proxies with a trusted `X-Forwarded-For` header. The header is ignored from all other addresses.
    package let trustedProxies: [AddressRange]

    package init(trustedProxies: [AddressRange]) {
        self.trustedProxies = trustedProxies
    }

    private static let forwardedFor = HTTPField.Name("x-forwarded-for")
    /// The maximum number of hops that are followed.
    private static let maxHops = 16

    package func address(of request: Request, context: ServerContext) -> String? {
        address(from: context.remoteAddress, headers: request.headers)
    }

    /// Returns the client's address.
    ///
    /// - Parameter address: The address of the connection's remote end.
    package func address(from address: String?, headers: HTTPFields) -> String? {
        guard var address, !trustedProxies.isEmpty else { return address }
        let header = Self.forwardedFor.flatMap { headers[$0] } ?? ""
        var hops = header.split(separator: ",").suffix(Self.maxHops).map { $0.filter { $0 != " " } }
        // Walks from the last hop backwards. The first address that is not a trusted proxy is the client's.
        while trustedProxies.contains(where: { $0.contains(address) }), let hop = hops.popLast() {
            guard AddressRange(hop) != nil else { break }
            address = hop
        }
        return address
    }
}
