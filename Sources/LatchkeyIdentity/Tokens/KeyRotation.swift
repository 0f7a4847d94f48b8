/// Creates new signing keys and activates them.
public struct KeyRotation: Sendable {
    let setup: ProjectSetup
    /// The authority of the running server; `nil` in a command, after which the next server finds the key in the store.
    let authority: TokenAuthority?

    /// Creates the rotation for a running server, or for a command, which passes no authority.
    public init(setup: ProjectSetup, authority: TokenAuthority?) {
        self.setup = setup
        self.authority = authority
    }

    /// Rotates signing keys. Previous keys stay published until their last token has expired.
    ///
    /// - Parameters:
    ///   - purposes: The kinds of tokens that get a new key.
    ///   - algorithm: The algorithm of the new keys; `nil` for those of the previous ones.
    /// - Throws: ``SettingRefusal`` for an algorithm that cannot sign ID tokens.
    public func rotate(
        _ purposes: [SigningKey.Purpose] = SigningKey.Purpose.allCases, to algorithm: SigningKey.Algorithm?, by author: ActAuthor
    ) async throws {
        if let algorithm, ![.rs256, .es256].contains(algorithm) {
            throw SettingRefusal("\(algorithm.rawValue.prefix(20)) is not an algorithm for ID tokens. Use RS256 or ES256.")
        }
        try await use(try await setup.rotateKeys(of: purposes, to: algorithm, by: author))
    }

    /// Returns the purposes that a request names.
    ///
    /// - Parameter name: The name of one purpose; `nil` for all.
    /// - Throws: ``SettingRefusal`` for an unknown name.
    package static func purposes(named name: String?) throws -> [SigningKey.Purpose] {
        guard let name else { return SigningKey.Purpose.allCases }
        guard let purpose = SigningKey.Purpose(rawValue: name) else {
            let names = SigningKey.Purpose.allCases.map(\.rawValue).joined(separator: " or ")
            throw SettingRefusal("\(name.prefix(20)) is not a purpose of a key. Use \(names).")
        }
        return [purpose]
    }

    /// Revokes a signing key: tokens and session cookies that it signed are refused from now on.
    ///
    /// - Throws: ``ActRefusal`` if there is no such key, or it is no longer in use.
    public func revoke(_ id: String, by author: ActAuthor) async throws {
        try await use(try await setup.revokeKey(id, by: author))
    }

    private func use(_ ring: KeyRing) async throws {
        var ring = ring
        // Two concurrent rotations may arrive here in either order. The last one takes the keys that are in the store then.
        while let authority {
            authority.replace(with: ring)
            let stored = try await setup.keyRing()
            if stored.revision == ring.revision { break }
            ring = stored
        }
    }
}

extension SigningKey.Purpose {
    /// The maximum lifetime of tokens of this kind.
    private var lifetimeSeconds: Double {
        switch self {
        case .idToken: Double(IDTokenClaims.lifetimeSeconds)
        case .sessionCookie: Double(TokenAuthority.sessionCookieSeconds.upperBound)
        }
    }

    /// The time for which a retired key stays published: a token's lifetime, plus one day for caches that keep key sets too long.
    package var overlapSeconds: Double { lifetimeSeconds + 86_400 }
}
