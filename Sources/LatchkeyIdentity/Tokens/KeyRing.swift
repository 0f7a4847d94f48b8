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
    /// Identifies this set of keys, so that one can tell whether the store has another by now.
    public let revision: String
    private let published: [PublishedKey]
    /// Tokens are neither signed nor checked.
    let isInsecureUnsigned: Bool

    /// No key at all: tokens say `alg: none`, and anybody can write them. For the emulator's mode alone, where the Admin SDKs expect it.
    public static let insecureUnsigned = KeyRing()

    private init() {
        keys = JWTKeyCollection()
        signer = .insecureUnsigned
        revision = "unsigned"
        published = []
        isInsecureUnsigned = true
    }

    /// - Parameter stored: What the store holds; the youngest key without an end signs.
    /// - Throws: ``NoSigningKey`` when there is none, or why a key could not be opened.
    public init(_ stored: [SigningKey], sealer: Sealer, at now: Date) async throws {
        let current = stored.filter { $0.publishedUntil.map { $0 > now } ?? true }.sorted { $0.createdAt > $1.createdAt }
        guard let newest = current.first(where: { $0.publishedUntil == nil }) else { throw NoSigningKey() }
        keys = JWTKeyCollection()
        var published: [PublishedKey] = []
        var signer: TokenSigner?
        for key in current {
            let pem = try sealer.openText(key.sealedPrivateKey, for: SigningKey.sealingContext(id: key.id))
            let opened = try PrivateSigningKey(pem: pem.expose(), algorithm: key.algorithm)
            try await opened.add(to: keys, id: key.id)
            published.append(
                PublishedKey(
                    id: key.id, until: key.publishedUntil, jwk: try opened.publicJWK(id: key.id), certificatePEM: key.certificatePEM))
            if key.id == newest.id { signer = TokenSigner(key: opened, id: key.id) }
        }
        guard let signer else { throw NoSigningKey() }
        self.signer = signer
        self.published = published
        isInsecureUnsigned = false
        revision = Fingerprint(of: current.map(\.id).joined(separator: " ")).hex
    }

    /// The key set of RFC 7517, as JSON text.
    func jwks(at now: Date) throws -> String {
        try Self.json(["keys": current(at: now).map(\.jwk)])
    }

    /// Certificates by key id, as Google publishes them; JSON text.
    func certificates(at now: Date) throws -> String {
        try Self.json(Dictionary(current(at: now).map { ($0.id, $0.certificatePEM) }, uniquingKeysWith: { first, _ in first }))
    }

    /// Whether tokens of this key still count. A server that runs for weeks must not remember a key for longer than it was promised.
    ///
    /// - Parameter algorithm: What the token says; a key signs in one way only (RFC 8725, section 3.1).
    func accepts(_ id: String, signingWith algorithm: String, at now: Date) -> Bool {
        current(at: now).contains { $0.id == id && $0.jwk["alg"] == algorithm }
    }

    private func current(at now: Date) -> [PublishedKey] {
        published.filter { $0.until.map { $0 > now } ?? true }
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
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

/// What others need of a key, and for how long they may have it.
private struct PublishedKey: Sendable {
    let id: String
    /// Absent for a key that still signs.
    let until: Date?
    let jwk: [String: String]
    let certificatePEM: String
}

/// The store holds no key that signs.
public struct NoSigningKey: Error, Equatable {}
