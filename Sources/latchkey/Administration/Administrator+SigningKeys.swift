import LatchkeyIdentity

extension Administrator {
    func signingKeys() async throws -> [SigningKeyDescription] {
        SigningKeyDescription.all(try await store.read { try $0.signingKeys() }, at: now())
    }

    func rotateSigningKeys(to name: String?) async throws -> [SigningKeyDescription] {
        let present = try await signingKeys().first { $0.state == .signs }
        let algorithm = SigningKey.Algorithm(rawValue: name ?? present?.algorithm ?? SigningKey.Algorithm.rs256.rawValue)
        guard [.rs256, .es256].contains(algorithm) else {
            throw AdminError("\(algorithm.rawValue) is not an algorithm for ID tokens. Use RS256 or ES256.")
        }
        let setup = ProjectSetup(store: store, sealer: sealer, now: now, random: random)
        try await KeyRotation(setup: setup, authority: authority).rotate(to: algorithm)
        return try await signingKeys()
    }
}
