package import LatchkeyIdentity
package import LatchkeySecrets

/// The parts of a server that nearly every service needs.
package struct ServerBasics: Sendable {
    /// Stores projects and accounts.
    package let store: any AccountStore
    /// Encrypts the secrets in the store.
    package let sealer: Sealer
    /// The address at which apps and browsers reach the server.
    package let publicAddress: PublicAddress
    /// The address of the databases.
    package let databaseAddress: DatabaseAddress
    /// The project of pages without an API key.
    package let standardProject: ProjectID
    package let now: WallClock
    package let random: RandomTokens

    package init(
        store: any AccountStore, sealer: Sealer, publicAddress: PublicAddress, databaseAddress: DatabaseAddress,
        standardProject: ProjectID, now: @escaping WallClock, random: RandomTokens
    ) {
        self.store = store
        self.sealer = sealer
        self.publicAddress = publicAddress
        self.databaseAddress = databaseAddress
        self.standardProject = standardProject
        self.now = now
        self.random = random
    }
}
