import Foundation

extension ProjectSetup {
    /// Returns the current signing keys. The first start creates one for each purpose, and the first start after an upgrade those that are
    /// missing.
    ///
    /// - Parameter algorithm: The algorithm of the first key. Later ones have that of the key for ID tokens.
    public func keyRing(preferring algorithm: SigningKey.Algorithm = .rs256) async throws -> KeyRing {
        let instant = now()
        let keys = try await store.read { try $0.signingKeys() }
        let missing = try SigningKey.Purpose.allCases.filter { keys.signer(of: $0) == nil }.map { purpose in
            try KeyRing.makeKey(
                keys.signer(of: .idToken)?.algorithm ?? algorithm, for: purpose, sealer: sealer, at: instant, random: random)
        }
        if missing.isEmpty { return try await KeyRing(keys, sealer: sealer, at: instant) }
        let all = try await store.write { transaction in
            // Another node may start at the same time.
            let stored = try transaction.signingKeys()
            for key in missing where stored.signer(of: key.purpose) == nil { try transaction.insert(key) }
            return try transaction.signingKeys()
        }
        return try await KeyRing(all, sealer: sealer, at: instant)
    }

    /// Adds new signing keys. The old ones stay published until their last token has expired.
    func rotateKeys(of purposes: [SigningKey.Purpose], to algorithm: SigningKey.Algorithm?, by author: ActAuthor) async throws -> KeyRing {
        let instant = now()
        let stored = try await store.read { try $0.signingKeys() }
        let new = try purposes.map { purpose in
            let previous = stored.signer(of: purpose) ?? stored.signer(of: .idToken)
            return try KeyRing.makeKey(
                algorithm ?? previous?.algorithm ?? .rs256, for: purpose, sealer: sealer, at: instant, random: random)
        }
        // The keys belong to all projects, so the event is in the log of the console.
        let console = try await consoleProject().id
        let keys = try await store.administer(by: author, at: instant) { transaction in
            for key in new {
                try transaction.insert(key)
                let end = instant.addingTimeInterval(key.purpose.overlapSeconds).inWholeMilliseconds
                try transaction.retireSigningKeys(except: key.id, publishedUntil: end)
            }
            return (try transaction.signingKeys(), AdministrativeAct(in: Realm(project: console), "signing key " + Self.summary(of: new)))
        }
        return try await KeyRing(keys, sealer: sealer, at: instant)
    }

    /// The algorithm of new keys, and what they sign, unless that is everything.
    private static func summary(of keys: [SigningKey]) -> String {
        let algorithms = Set(keys.map(\.algorithm.rawValue))
        if let algorithm = algorithms.first, algorithms.count == 1, keys.count == SigningKey.Purpose.allCases.count { return algorithm }
        return keys.map { "\($0.algorithm.rawValue) for \($0.purpose.rawValue)" }.joined(separator: ", ")
    }

    /// Ends the publication of a key at once. If it signs, a new key of the same algorithm replaces it.
    ///
    /// - Throws: ``ActRefusal`` if there is no such key, or its publication has ended already.
    func revokeKey(_ id: String, by author: ActAuthor) async throws -> KeyRing {
        let instant = now().inWholeMilliseconds
        let stored = try await store.read { try $0.signingKeys() }
        guard let key = stored.first(where: { $0.id == id }) else { throw ActRefusal.notFound("There is no signing key \(id.prefix(64)).") }
        let others = stored.filter { $0.id != id }.signer(of: key.purpose) != nil
        let replacement =
            others ? nil : try KeyRing.makeKey(key.algorithm, for: key.purpose, sealer: sealer, at: instant, random: random)
        let console = try await consoleProject().id
        let keys = try await store.administer(by: author, at: instant) { transaction in
            if let replacement { try transaction.insert(replacement) }
            guard try transaction.revokeSigningKey(id, at: instant) else {
                throw ActRefusal.alreadyDone("The signing key \(id) is no longer in use.")
            }
            return (try transaction.signingKeys(), AdministrativeAct(in: Realm(project: console), SigningKey.revocationReason + id))
        }
        return try await KeyRing(keys, sealer: sealer, at: instant)
    }
}

extension [SigningKey] {
    /// The key that signs a kind of tokens: the newest one without an end.
    package func signer(of purpose: SigningKey.Purpose) -> SigningKey? {
        filter { $0.purpose == purpose && $0.publishedUntil == nil }.max { $0.createdAt < $1.createdAt }
    }
}
