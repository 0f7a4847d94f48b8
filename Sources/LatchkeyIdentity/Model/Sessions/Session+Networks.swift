#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Session {
    /// The number of networks that a session remembers besides the one where it began. The oldest is forgotten first, and then counts as
    /// new again.
    static let rememberedNetworks = 16

    /// Returns the network of an address for a session's list of networks: the first 24 bits of IPv4, the first 64 of IPv6.
    ///
    /// A full IPv4 address would be too narrow: home connections and phones get another address of the same provider every day, and users
    /// would soon ignore messages about each.
    ///
    /// - Returns: For example `192.0.2.0/24` or `2001:db8::/64`; `nil` if the text is not an address.
    static func network(of address: String) -> String? {
        guard let prefix = NetworkPrefix(of: address)?.bytes else { return nil }
        if prefix.count == 4 { return prefix.prefix(3).map { String($0) }.joined(separator: ".") + ".0/24" }
        var whole = prefix + [UInt8](repeating: 0, count: 16 - prefix.count)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &whole, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/64"
    }

    /// Whether the session began in a network, or was used from there.
    func knows(_ network: String) -> Bool {
        networks.contains(network) || client.address.flatMap { Self.network(of: $0) } == network
    }

    /// Returns the networks after a use from `network`, oldest first.
    func networks(with network: String) -> [String] {
        Array((networks + [network]).suffix(Self.rememberedNetworks))
    }

    /// All known networks, for a session that replaces this one.
    var everyNetwork: [String] {
        let first = client.address.flatMap { Self.network(of: $0) }.map { [$0] } ?? []
        return Array((first + networks).suffix(Self.rememberedNetworks))
    }
}
