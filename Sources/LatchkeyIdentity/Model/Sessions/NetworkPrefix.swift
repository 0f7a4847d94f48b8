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
    private enum Kind: Int {
        /// Four bytes: an IPv4 address.
        case address = 4
        /// Eight bytes: an IPv6 network.
        case network = 8
        /// Six bytes: the site of an IPv6 network.
        case site = 6
    }

    private let kind: Kind
    /// The bytes in network order, from the highest on; the others are zero.
    private let bits: UInt64

    private init(_ kind: Kind, bits: UInt64) {
        self.kind = kind
        self.bits = bits
    }

    /// Four bytes of an IPv4 address, eight of an IPv6 network, or six of a site.
    var bytes: [UInt8] { (0..<kind.rawValue).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) } }

    /// The site of an IPv6 network: its first 48 bits. Providers assign whole sites to subscribers, with 65,536 networks each (RFC 6177).
    /// IPv4 has no equivalent.
    var site: NetworkPrefix? { kind == .network ? NetworkPrefix(.site, bits: bits & ~0xffff) : nil }

    /// Returns the network of an address; `nil` if the text is not an address.
    init?(of address: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, address, &four) == 1 {
            self.init(four: UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, address, &six) == 1 {
            let (high, low) = withUnsafeBytes(of: six) {
                (
                    UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            // ::ffff:192.0.2.1 is an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
            if high == 0, low >> 32 == 0xffff {
                self.init(four: UInt32(truncatingIfNeeded: low))
            } else {
                self.init(.network, bits: high)
            }
        } else {
            return nil
        }
    }

    private init(four: UInt32) { self.init(.address, bits: UInt64(four) << 32) }
}
