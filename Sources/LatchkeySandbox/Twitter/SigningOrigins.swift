/// For which addresses a signature may have been made.
struct SigningOrigins: Sendable {
    private let publicAddresses: [PublicAddress]

    init(_ configuration: SandboxConfiguration) {
        publicAddresses = configuration.publicAddresses.compactMap { PublicAddress($0) }
    }

    /// The address that the client wrote, when it means this machine, and the addresses that the sandbox was told to answer for.
    ///
    /// Any other host counts only when it is among the latter: a signature for a stranger's address proves nothing here.
    func candidates(for address: PublicAddress) -> [String] {
        let own = address.authority.isLoopback ? [address.description] : []
        return own + publicAddresses.map(\.description).filter { $0 != address.description || own.isEmpty }
    }
}
