#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A range of IP addresses in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`. Without a prefix length, it is a single address.
public struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let prefixBits: Int

    /// Parses a range; nil if the text is not an address or the prefix length is out of range.
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

    /// Whether the range contains a numeric address of the same family.
    public func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        return (0..<prefixBits).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return bytes[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    /// Returns the network that an address is counted for. An IPv4 address counts alone. An IPv6 address counts for its first 64 bits,
    /// because one customer has at least a /64 (RFC 6177). Other texts are returned unchanged.
    package static func network(of address: String) -> String {
        let plain = String(address.prefix { $0 != "%" })
        guard let bytes = bytes(of: plain), bytes.count == 16 else { return address }
        if bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return bytes.suffix(4).map { String($0) }.joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }

    /// Returns the first 48 bits of an IPv6 network in the format of `network(of:)`; nil for IPv4. Internet providers assign this
    /// many addresses to one customer.
    package static func site(ofNetwork network: String) -> String? {
        guard network.hasSuffix("/64") else { return nil }
        return network.split(separator: ":").prefix(6).joined(separator: ":") + "/48"
    }

    /// Returns the network that an address's traffic is counted for. Nil for this machine: its traffic is either local, or comes from all
    /// clients through a proxy that is not configured.
    package static func countedNetwork(of address: String?) -> String? {
        address.flatMap { isLoopback($0) ? nil : network(of: $0) }
    }

    /// Whether a listening host can be reached only from this machine.
    public static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        guard let bytes = bytes(of: host) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether the host of a URL is this machine, as in `http://[::1]:9100/x`.
    public static func isLoopback(ofURL url: String) -> Bool {
        authority(ofURL: url).map { isLoopback(host(ofAuthority: $0)) } ?? false
    }

    /// Ranges that contain no public servers: this machine, its link, private networks and other special-purpose ranges (RFC 6890), and
    /// multicast.
    private static let ownNetworks = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4", "::/127", "64:ff9b:1::/48", "100::/64", "2001::/32", "fc00::/7", "fe80::/10",
        "fec0::/10", "ff00::/8",
        // The metadata service of Azure. Those of other clouds are in 169.254.0.0/16 and the ranges above.
        "168.63.129.16",
    ].compactMap { AddressRange($0) }

    /// IPv6 ranges that embed an IPv4 address, with its byte offset: IPv4-compatible, mapped and translated addresses (RFC 4291, section
    /// 2.5.5; RFC 2765, section 2.1), translator addresses (RFC 6052, section 2.1) and 6to4 (RFC 3056, section 2).
    private static let embeddings = [
        ("::/96", 12), ("::ffff:0:0/96", 12), ("::ffff:0:0:0/96", 12), ("64:ff9b::/96", 12), ("2002::/16", 2),
    ].compactMap { range, start in AddressRange(range).map { (range: $0, start: start) } }

    /// Names of this machine in the hosts files of Debian, Fedora and their derivatives.
    private static let hostsFileNames: Set = [
        "localhost", "localhost4", "localhost6", "localhost.localdomain", "ip6-localhost", "ip6-loopback",
    ]

    /// Whether the host of a URL is this machine or an address in its own network, in any notation of numbers. Names are not resolved,
    /// because their addresses may change at any time.
    public static func isOwnNetwork(ofURL url: String) -> Bool {
        guard let authority = Self.authority(ofURL: url) else { return false }
        var host = Self.host(ofAuthority: authority.split(separator: "@").last ?? authority).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        // RFC 6761, section 6.3: names below `localhost` resolve to this machine.
        if hostsFileNames.contains(host) || host.hasSuffix(".localhost") { return true }
        // Resolvers also accept numeric notations such as 127.1 and 0x7f000001.
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

    /// Whether a text is a numeric address in its standard form.
    package static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

    /// Returns the authority of a URL. Works on scalars, because a combining character after a slash must not hide the slash.
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
