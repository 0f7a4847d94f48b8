import LatchkeyIdentity

/// The algorithm of a new signing key; the current one if it is `nil`.
struct KeyRotationRequest: Codable, Sendable {
    var algorithm: String?
}

extension Administrator {
    func addSigningKeys(to routes: OperatorRoutes) {
        routes.on(.get, "/v2/signingKeys") { _ in try await signingKeys() }
        routes.on(.post, "/v2/signingKeys:rotate") { (_, rotation: KeyRotationRequest) in
            let present = try await signingKeys().first { $0.state == .signs }
            let name = rotation.algorithm ?? present?.algorithm ?? SigningKey.Algorithm.rs256.rawValue
            try await administration.signingKeys.rotate(to: SigningKey.Algorithm(rawValue: name), by: .command)
            return try await signingKeys()
        }
    }

    private func signingKeys() async throws -> [SigningKeyDescription] {
        SigningKeyDescription.all(try await store.read { try $0.signingKeys() }, at: now())
    }
}
