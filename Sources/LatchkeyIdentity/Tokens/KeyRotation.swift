/// Creates a new signing key for ID tokens and activates it.
public struct KeyRotation: Sendable {
    let setup: ProjectSetup
    /// The authority of the running server; `nil` in a command, after which the next server finds the key in the store.
    let authority: TokenAuthority?

    /// Creates the rotation for a running server, or for a command, which passes no authority.
    public init(setup: ProjectSetup, authority: TokenAuthority?) {
        self.setup = setup
        self.authority = authority
    }

    /// Rotates the signing key. Previous keys stay published until their last token has expired.
    ///
    /// - Throws: ``SettingRefusal`` for an algorithm that cannot sign ID tokens.
    public func rotate(to algorithm: SigningKey.Algorithm, by author: ActAuthor) async throws {
        guard [.rs256, .es256].contains(algorithm) else {
            throw SettingRefusal("\(algorithm.rawValue.prefix(20)) is not an algorithm for ID tokens. Use RS256 or ES256.")
        }
        var ring = try await setup.rotateKeys(to: algorithm, by: author)
        // Two concurrent rotations may arrive here in either order. The last one takes the keys that are in the store then.
        while let authority {
            authority.replace(with: ring)
            let stored = try await setup.keyRing()
            if stored.revision == ring.revision { break }
            ring = stored
        }
    }
}

extension SigningKey {
    /// The time for which a retired key stays published: a token's lifetime, plus one day for caches that keep key sets too long.
    package static let overlapSeconds: Double = Double(IDTokenClaims.lifetimeSeconds) + 86_400
}
