// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// On whose behalf a password is hashed: what decides about a place in the queue of a ``HashingPool``.
public struct HashingClaim: Sendable {
    /// Absent for work of this process, such as a command's, and in tests without a connection. All of that counts as one network.
    let network: NetworkPrefix?
    /// Served before others, see ``HashingQueue``.
    let isFamiliar: Bool

    init(network: NetworkPrefix?, isFamiliar: Bool) {
        self.network = network
        self.isFamiliar = isFamiliar
    }

    /// - Parameters:
    ///   - address: The client's IP address; a text that is none counts as no address.
    ///   - isFamiliar: The account was opened from this network before, or the caller has shown in another way that they may do this.
    public init(address: String?, isFamiliar: Bool = false) {
        self.init(network: address.flatMap { NetworkPrefix(of: $0) }, isFamiliar: isFamiliar)
    }

    /// Work of this process itself: commands, tests.
    public static let own = HashingClaim(network: nil, isFamiliar: true)

    /// What shares the network's turns: an IPv4 address, the first 48 bits of an IPv6 address. See ``NetworkPrefix/site``.
    var site: NetworkPrefix? { network.map { $0.site ?? $0 } }
}

extension Caller {
    /// For a caller who has proved nothing yet.
    var strangersClaim: HashingClaim { HashingClaim(network: network, isFamiliar: false) }

    /// For a caller who holds something that cannot be guessed: an administrator's session, an invitation, the code of a mail.
    var trustedClaim: HashingClaim { HashingClaim(network: network, isFamiliar: true) }
}

extension SignedInCaller {
    /// Familiar where the session began in the caller's network. Anonymous accounts can be made by the thousand and are never familiar.
    var hashingClaim: HashingClaim {
        let begunHere = caller.network != nil && session.client.address.flatMap { NetworkPrefix(of: $0) } == caller.network
        return HashingClaim(network: caller.network, isFamiliar: begunHere && !account.isAnonymous)
    }
}
