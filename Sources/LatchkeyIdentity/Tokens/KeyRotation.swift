/// Makes a new key for ID tokens, and takes it into use.
public struct KeyRotation: Sendable {
    let setup: ProjectSetup
    /// That of the running server; none in a command, whose next server finds the key in the store.
    let authority: TokenAuthority?

    public init(setup: ProjectSetup, authority: TokenAuthority?) {
        self.setup = setup
        self.authority = authority
    }

    /// The new key signs from now on; the ones before stay published until their last token has expired.
    public func rotate(to algorithm: SigningKey.Algorithm) async throws {
        var ring = try await setup.rotateKeys(to: algorithm)
        // Two rotations at once may arrive here in either order; whoever comes last takes what the store holds then.
        while let authority {
            authority.replace(with: ring)
            let stored = try await setup.keyRing()
            if stored.revision == ring.revision { break }
            ring = stored
        }
    }
}
