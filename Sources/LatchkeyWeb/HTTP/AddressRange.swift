#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A range of internet addresses, written with a prefix length: `10.0.0.0/8`, `2001:db8::/32`; without one it is a single address.
public struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let prefixBits: Int

    public init?(_ text: String) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count <= 2, let address = Self.bytes(of: String(halves[0])) else { return nil }
        bytes = address
        guard halves.count == 2 else {
            prefixBits = address.count * 8
            return
        }
        guard let bits = Int(halves[1]), (0...address.count * 8).contains(bits) else { return nil }
        prefixBits = bits
    }

    public func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        return (0..<prefixBits).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return bytes[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    /// What an address belongs to, as the one who has it is counted: an IPv4 address is one customer's, of IPv6 a customer has at least all
    /// addresses that begin with the same 64 bits (RFC 6177). Anything else is its own.
    package static func network(of address: String) -> String {
        let plain = String(address.prefix { $0 != "%" })
        guard let bytes = bytes(of: plain), bytes.count == 16 else { return address }
        if bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return bytes.suffix(4).map { String($0) }.joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }

    /// The first 48 bits of an IPv6 network, as `network(of:)` writes it; nil for IPv4. Providers assign this many addresses to one
    /// customer.
    package static func site(ofNetwork network: String) -> String? {
        guard network.hasSuffix("/64") else { return nil }
        return network.split(separator: ":").prefix(6).joined(separator: ":") + "/48"
    }

    /// The network that traffic from an address is counted for. Nil for this machine: its traffic is not a stranger's, or it comes through
    /// a proxy that is not configured, and then from all clients.
    package static func countedNetwork(of address: String?) -> String? {
        address.flatMap { isLoopback($0) ? nil : network(of: $0) }
    }

    /// Whether a host to listen on can be reached from this machine only.
    public static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        guard let bytes = bytes(of: host) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether a web address is one of this machine: of `http://[::1]:9100/x` the host counts.
    public static func isLoopback(ofURL url: String) -> Bool {
        authority(ofURL: url).map { isLoopback(host(ofAuthority: $0)) } ?? false
    }

    /// Ranges that no stranger's server is in: this machine, its neighbours, private networks and what stands for them (RFC 6890), and
    /// groups of machines.
    private static let ownNetworks = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4", "::/127", "64:ff9b:1::/48", "100::/64", "2001::/32", "fc00::/7", "fe80::/10",
        "fec0::/10", "ff00::/8",
        // The metadata service of Azure. Those of other clouds are in 169.254.0.0/16 and in the ranges above.
        "168.63.129.16",
    ].compactMap { AddressRange($0) }

    /// IPv6 addresses that lead to an IPv4 one, which stands after so many bytes: compatible, mapped and translated ones (RFC 4291,
    /// section 2.5.5; RFC 2765, section 2.1), those of a translator (RFC 6052, section 2.1) and of 6to4 (RFC 3056, section 2).
    private static let embeddings = [
        ("::/96", 12), ("::ffff:0:0/96", 12), ("::ffff:0:0:0/96", 12), ("64:ff9b::/96", 12), ("2002::/16", 2),
    ].compactMap { range, start in AddressRange(range).map { (range: $0, start: start) } }

    /// Names of this machine in the hosts files of Debian, Fedora and those that follow them.
    private static let hostsFileNames: Set = [
        "localhost", "localhost4", "localhost6", "localhost.localdomain", "ip6-localhost", "ip6-loopback",
    ]

    /// Whether a web address names this machine or something in its own network, in whatever way numbers may be written. Names are not
    /// looked up: what they lead to may change at any time.
    public static func isOwnNetwork(ofURL url: String) -> Bool {
        guard let authority = Self.authority(ofURL: url) else { return false }
        var host = Self.host(ofAuthority: authority.split(separator: "@").last ?? authority).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        // RFC 6761, section 6.3: no name below it leaves the machine.
        if hostsFileNames.contains(host) || host.hasSuffix(".localhost") { return true }
        // What a resolver takes for a number, such as 127.1 and 0x7f000001, too.
        var short = in_addr()
        if bytes(of: host) == nil, inet_aton(host, &short) != 0 {
            host = withUnsafeBytes(of: short.s_addr) { $0.map { String($0) }.joined(separator: ".") }
        }
        return isOwnNetwork(address: host)
    }

    /// Whether a numeric address belongs to this machine or its own network. A zone after `%` is ignored.
    package static func isOwnNetwork(address: String) -> Bool {
        let address = String(address.prefix { $0 != "%" })
        if ownNetworks.contains(where: { $0.contains(address) }) { return true }
        guard let bytes = bytes(of: address), let embedding = embeddings.first(where: { $0.range.contains(address) }) else { return false }
        let inner = bytes[embedding.start..<embedding.start + 4].map { String($0) }.joined(separator: ".")
        return ownNetworks.contains { $0.contains(inner) }
    }

    /// Whether a text is a numeric address in its usual form.
    package static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

    /// By scalars: a combining character after a slash must not hide the slash.
    private static func authority(ofURL url: String) -> Substring.UnicodeScalarView? {
        guard let mark = url.utf8.firstRange(of: "://".utf8) else { return nil }
        return url.unicodeScalars[mark.upperBound...].prefix { !["/", "?", "#"].contains($0) }
    }

    private static func host(ofAuthority authority: Substring.UnicodeScalarView) -> String {
        String(authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" })
    }

    private static func bytes(of text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
