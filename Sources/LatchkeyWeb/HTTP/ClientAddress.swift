package import HTTPTypes
package import Hummingbird

/// Finds out where a request really came from when a proxy stands in front.
package struct ClientAddress: Sendable {
    /// Whose `X-Forwarded-For` is believed. From anybody else the header is a claim, and ignored.
    package let trustedProxies: [AddressRange]

    package init(trustedProxies: [AddressRange]) {
        self.trustedProxies = trustedProxies
    }

    private static let forwardedFor = HTTPField.Name("x-forwarded-for")
    /// More hops than this are not followed.
    private static let maxHops = 16

    package func address(of request: Request, context: ServerContext) -> String? {
        address(from: context.remoteAddress, headers: request.headers)
    }

    /// - Parameter address: of the other end of the connection.
    package func address(from address: String?, headers: HTTPFields) -> String? {
        guard var address else { return nil }
        let header = Self.forwardedFor.flatMap { headers[$0] } ?? ""
        var hops = header.split(separator: ",").suffix(Self.maxHops).map { $0.filter { $0 != " " } }
        // From the last hop backwards: the first address that is not one of ours is the client's.
        while trustedProxies.contains(where: { $0.contains(address) }), let hop = hops.popLast() {
            guard AddressRange(hop) != nil else { break }
            address = hop
        }
        return address
    }
}
