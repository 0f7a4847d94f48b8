#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The network that an address counts as when tries are counted: an IPv4 address itself, the first 64 bits of an IPv6 address, because
/// whoever has one of these has all that share them (RFC 6177).
struct NetworkPrefix: Hashable, Sendable {
    /// Four bytes of an IPv4 address, eight of an IPv6 network, six of a site.
    let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The site that a network of IPv6 lies in: the first 48 bits. Providers give these away whole, with all 65,536 networks in them
    /// (RFC 6177). IPv4 has no such thing.
    var site: NetworkPrefix? { bytes.count == 8 ? NetworkPrefix(bytes: Array(bytes.prefix(6))) : nil }

    /// - Returns: `nil` for a text that is no address.
    init?(of address: String) {
        var four = [UInt8](repeating: 0, count: 4)
        var sixteen = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &four) == 1 {
            bytes = four
        } else if inet_pton(AF_INET6, address, &sixteen) == 1 {
            // ::ffff:192.0.2.1 is an IPv4 address in the other notation (RFC 4291, 2.5.5.2).
            let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
            bytes = sixteen.starts(with: mapped) ? Array(sixteen[12...]) : Array(sixteen[..<8])
        } else {
            return nil
        }
    }
}

extension Caller {
    /// Where the call came from, as tries are counted; absent where there is no network between.
    var network: NetworkPrefix? { client.address.flatMap { NetworkPrefix(of: $0) } }
}
