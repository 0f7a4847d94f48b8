/// The origin of a request to hash a password, which determines its place in the queue of a ``HashingPool``.
package struct HashingClaim: Sendable {
    /// The client's network; `nil` for work of this process, such as a command, and in tests without a connection. All such work counts as
    /// one network.
    let network: NetworkPrefix?
    /// Whether the request is served before others; see ``HashingQueue``.
    let isFamiliar: Bool

    init(network: NetworkPrefix?, isFamiliar: Bool) {
        self.network = network
        self.isFamiliar = isFamiliar
    }

    /// - Parameters:
    ///   - address: The client's IP address; an invalid address counts as none.
    ///   - isFamiliar: Whether the account was opened from this network before, or the caller is authorized in another way.
    package init(address: String?, isFamiliar: Bool = false) {
        self.init(network: address.flatMap { NetworkPrefix(of: $0) }, isFamiliar: isFamiliar)
    }

    /// The claim for work of this process, such as commands and tests.
    package static let own = HashingClaim(network: nil, isFamiliar: true)

    /// The group of networks that share their turns: an IPv4 address, or the first 48 bits of an IPv6 address. See ``NetworkPrefix/site``.
    var site: NetworkPrefix? { network.map { $0.site ?? $0 } }
}
