/// The origins that a valid signature may be made for.
struct SigningOrigins: Sendable {
    private let publicAddresses: [PublicAddress]

    init(_ configuration: SandboxConfiguration) {
        publicAddresses = configuration.publicAddresses.compactMap { PublicAddress($0) }
    }

    /// Returns the client's URL if its host is a loopback host, and the configured public addresses.
    ///
    /// Other hosts are not accepted: a signature for a third party's address proves nothing here.
    func candidates(for address: PublicAddress) -> [String] {
        let own = address.authority.isLoopback ? [address.description] : []
        return own + publicAddresses.map(\.description).filter { $0 != address.description || own.isEmpty }
    }
}
