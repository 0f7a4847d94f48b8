extension Caller {
    /// The network of the request for rate limits; `nil` for calls without a network.
    var network: NetworkPrefix? { client.address.flatMap { NetworkPrefix(of: $0) } }

    /// The claim of a caller without proof of identity.
    var strangersClaim: HashingClaim { HashingClaim(network: network, isFamiliar: false) }

    /// The claim of a caller with an unguessable secret: an administrator's session, an invitation, or the code from an email.
    var trustedClaim: HashingClaim { HashingClaim(network: network, isFamiliar: true) }
}

extension SignedInCaller {
    /// The claim, familiar if the session began in the caller's network. Anonymous accounts are never familiar, because they can be created
    /// by the thousand.
    var hashingClaim: HashingClaim {
        let begunHere = caller.network != nil && session.client.address.flatMap { NetworkPrefix(of: $0) } == caller.network
        return HashingClaim(network: caller.network, isFamiliar: begunHere && !account.isAnonymous)
    }
}
