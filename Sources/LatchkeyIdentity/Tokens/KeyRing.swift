// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import JWTKit
public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// All keys that may have signed a token that is still valid, and the one that signs now.
public struct KeyRing: Sendable {
    /// For reading tokens. Signing goes around it: a token is signed at every refresh.
    let keys: JWTKeyCollection
    let signer: TokenSigner
    /// The key set of RFC 7517, as JSON text.
    public let jwks: String
    /// Certificates by key id, as Google publishes them; JSON text.
    public let certificates: String
    /// Identifies this set of keys, so that caches can tell whether it changed.
    public let revision: String

    /// - Parameter stored: What the store holds; the youngest key without an end signs.
    /// - Throws: ``NoSigningKey`` when there is none, or why a key could not be opened.
    public init(_ stored: [SigningKey], sealer: Sealer, at now: Date) async throws {
        let current = stored.filter { $0.publishedUntil.map { $0 > now } ?? true }.sorted { $0.createdAt > $1.createdAt }
        guard let newest = current.first(where: { $0.publishedUntil == nil }) else { throw NoSigningKey() }
        keys = JWTKeyCollection()
        var set: [[String: String]] = []
        var signer: TokenSigner?
        for key in current {
            let pem = try sealer.openText(key.sealedPrivateKey, for: SigningKey.sealingContext(id: key.id))
            let opened = try PrivateSigningKey(pem: pem.expose(), algorithm: key.algorithm)
            try await opened.add(to: keys, id: key.id)
            set.append(try opened.publicJWK(id: key.id))
            if key.id == newest.id { signer = TokenSigner(key: opened, id: key.id) }
        }
        guard let signer else { throw NoSigningKey() }
        self.signer = signer
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        jwks = String(decoding: try encoder.encode(["keys": set]), as: UTF8.self)
        certificates = String(
            decoding: try encoder.encode(Dictionary(uniqueKeysWithValues: current.map { ($0.id, $0.certificatePEM) })), as: UTF8.self)
        revision = String(Fingerprint(of: jwks).hex.prefix(16))
    }

    /// A fresh key, sealed and ready to be stored.
    public static func makeKey(
        _ algorithm: SigningKey.Algorithm, sealer: Sealer, at now: Date, random: RandomTokens = .system
    ) throws -> SigningKey {
        let key = try PrivateSigningKey.generate(algorithm)
        let id = Fingerprint(of: random.token()).hex.prefix(40)
        return SigningKey(
            id: String(id), algorithm: algorithm,
            sealedPrivateKey: try sealer.seal(Secret(key.pem), for: SigningKey.sealingContext(id: String(id))),
            certificatePEM: try key.certificatePEM(now: now), createdAt: now.inWholeMilliseconds)
    }
}

/// The store holds no key that signs.
public struct NoSigningKey: Error, Equatable {}
