import LatchkeyIdentity

/// What is rotated.
struct KeyRotationRequest: Codable, Sendable {
    /// The algorithm of the new keys; `nil` for those of the present ones.
    var algorithm: String?
    /// What the new key signs; `nil` for one key for each purpose.
    var purpose: String?
}

extension Administrator {
    func addSigningKeys(to routes: OperatorRoutes) {
        routes.on(.get, "/v2/signingKeys") { _ in try await signingKeys() }
        routes.on(.delete, "/v2/signingKeys/:key", listing: "`latchkey keys list` lists all keys.") { try await revoke($0["key"]) }
        routes.on(.post, "/v2/signingKeys:rotate") { (_, rotation: KeyRotationRequest) in
            try await administration.signingKeys.rotate(
                KeyRotation.purposes(named: rotation.purpose), to: rotation.algorithm.map { SigningKey.Algorithm(rawValue: $0) },
                by: .command)
            return try await signingKeys()
        }
    }

    private func revoke(_ id: String) async throws -> [SigningKeyDescription] {
        try await administration.signingKeys.revoke(id, by: .command)
        return try await signingKeys()
    }

    private func signingKeys() async throws -> [SigningKeyDescription] {
        let instant = now()
        return try await store.read { view in
            let keys = try view.signingKeys()
            return SigningKeyDescription.all(keys, revocations: try SigningKey.revocations(of: keys, in: view, at: instant), at: instant)
        }
    }
}
