/// Describes the request that a password is hashed for; it determines the place in the queue of a ``HashingPool``.
public struct HashingClaim: Sendable {
    /// Absent for work of this process, such as a command's, and in tests without a connection. All such work counts as one network.
    let network: NetworkPrefix?
    /// Whether it is served before others, see ``HashingQueue``.
    let isFamiliar: Bool

    init(network: NetworkPrefix?, isFamiliar: Bool) {
        self.network = network
        self.isFamiliar = isFamiliar
    }

    /// - Parameters:
    ///   - address: The client's IP address; a text that is not an address counts as none.
    ///   - isFamiliar: Whether the account was opened from this network before, or the caller has proved in another way that they may do
    ///     this.
    public init(address: String?, isFamiliar: Bool = false) {
        self.init(network: address.flatMap { NetworkPrefix(of: $0) }, isFamiliar: isFamiliar)
    }

    /// Work of this process itself, such as commands and tests.
    public static let own = HashingClaim(network: nil, isFamiliar: true)

    /// The unit that shares the turns of networks: an IPv4 address, or the first 48 bits of an IPv6 address. See ``NetworkPrefix/site``.
    var site: NetworkPrefix? { network.map { $0.site ?? $0 } }
}

extension Caller {
    /// For a caller who has not proved anything yet.
    var strangersClaim: HashingClaim { HashingClaim(network: network, isFamiliar: false) }

    /// For a caller with a secret that cannot be guessed: an administrator's session, an invitation, or the code from a mail.
    var trustedClaim: HashingClaim { HashingClaim(network: network, isFamiliar: true) }
}

extension SignedInCaller {
    /// Familiar if the session began in the caller's network. Anonymous accounts are never familiar, because anyone can create thousands.
    var hashingClaim: HashingClaim {
        let begunHere = caller.network != nil && session.client.address.flatMap { NetworkPrefix(of: $0) } == caller.network
        return HashingClaim(network: caller.network, isFamiliar: begunHere && !account.isAnonymous)
    }
}
