#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The network of an address for rate limits: an IPv4 address itself, the first 64 bits of an IPv6 address, because a subscriber controls
/// all addresses with the same 64 bits (RFC 6177).
struct NetworkPrefix: Hashable, Sendable {
    /// Four bytes of an IPv4 address, eight of an IPv6 network, or six of a site.
    let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The site of an IPv6 network: its first 48 bits. Providers assign whole sites to subscribers, with 65,536 networks each (RFC 6177).
    /// IPv4 has no equivalent.
    var site: NetworkPrefix? { bytes.count == 8 ? NetworkPrefix(bytes: Array(bytes.prefix(6))) : nil }

    /// Returns the network of an address; `nil` if the text is not an address.
    init?(of address: String) {
        var four = [UInt8](repeating: 0, count: 4)
        var sixteen = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &four) == 1 {
            bytes = four
        } else if inet_pton(AF_INET6, address, &sixteen) == 1 {
            // ::ffff:192.0.2.1 is an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
            let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
            bytes = sixteen.starts(with: mapped) ? Array(sixteen[12...]) : Array(sixteen[..<8])
        } else {
            return nil
        }
    }
}
