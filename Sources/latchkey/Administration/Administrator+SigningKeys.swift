import LatchkeyIdentity

extension Administrator {
    func signingKeys() async throws -> [SigningKeyDescription] {
        SigningKeyDescription.all(try await store.read { try $0.signingKeys() }, at: now())
    }

    func rotateSigningKeys(to name: String?) async throws -> [SigningKeyDescription] {
        let present = try await signingKeys().first { $0.state == .signs }
        let algorithm = SigningKey.Algorithm(rawValue: name ?? present?.algorithm ?? SigningKey.Algorithm.rs256.rawValue)
        try await administration.signingKeys.rotate(to: algorithm, by: .command)
        return try await signingKeys()
    }
}
