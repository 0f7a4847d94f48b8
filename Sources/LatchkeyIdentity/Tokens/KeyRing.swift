public import Foundation
import JWTKit
public import LatchkeySecrets

/// The keys of all tokens that are still valid, and the current signing key.
public struct KeyRing: Sendable {
    /// The keys for verification. Signing does not use the collection, for speed: a token is signed at every refresh.
    let keys: JWTKeyCollection
    let signer: TokenSigner
    /// An identifier of this set of keys, to detect changes in the store.
    public let revision: String
    private let published: [PublishedKey]
    /// Whether tokens are neither signed nor verified.
    let isInsecureUnsigned: Bool

    /// A ring without keys: tokens have `alg: none` and can be forged. For the emulator mode only, where the Admin SDKs expect it.
    public static let insecureUnsigned = KeyRing()

    private init() {
        keys = JWTKeyCollection()
        signer = .insecureUnsigned
        revision = "unsigned"
        published = []
        isInsecureUnsigned = true
    }

    /// Opens stored keys.
    ///
    /// - Parameter stored: The keys of the store. The newest one without an end signs.
    /// - Throws: ``NoSigningKey`` if there is none, or the error of opening a key.
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
                try PublishedKey(
                    id: key.id, until: key.publishedUntil, jwk: opened.publicJWK(id: key.id), certificatePEM: key.certificatePEM))
            if key.id == newest.id { signer = TokenSigner(key: opened, id: key.id) }
        }
        guard let signer else { throw NoSigningKey() }
        self.signer = signer
        self.published = published
        isInsecureUnsigned = false
        revision = Fingerprint(of: current.map(\.id).joined(separator: " ")).hex
    }

    /// Returns the key set as JSON text (RFC 7517).
    func jwks(at now: Date) -> String {
        #"{"keys":["# + current(at: now).map(\.jwkText).joined(separator: ",") + "]}"
    }

    /// Returns the certificates by key id, in the form that Google publishes, as JSON text.
    func certificates(at now: Date) -> String {
        "{" + current(at: now).sorted { $0.id < $1.id }.map(\.certificateText).joined(separator: ",") + "}"
    }

    /// Whether tokens of a key are accepted. Checked at each use, so that a long-running server stops accepting a key at its end.
    ///
    /// - Parameter algorithm: The algorithm in the token. A key signs with one algorithm only (RFC 8725, section 3.1).
    func accepts(_ id: String, signingWith algorithm: String, at now: Date) -> Bool {
        current(at: now).contains { $0.id == id && $0.jwk["alg"] == algorithm }
    }

    private func current(at now: Date) -> [PublishedKey] {
        published.filter { $0.until.map { $0 > now } ?? true }
    }

    /// Creates a new sealed key, ready to be stored.
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

/// The public part of a key, and the time until which it is published.
private struct PublishedKey: Sendable {
    let id: String
    /// The end; `nil` for a key that still signs.
    let until: Date?
    let jwk: [String: String]
    /// The JSON of the key. Encoding it takes longer than all else in the response to a request for the keys.
    let jwkText: String
    /// The member of the JSON of the certificates: the id and the certificate.
    let certificateText: String

    init(id: String, until: Date?, jwk: [String: String], certificatePEM: String) throws {
        self.id = id
        self.until = until
        self.jwk = jwk
        jwkText = try Self.json(jwk)
        certificateText = try Self.json(id) + ":" + Self.json(certificatePEM)
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// The error for a store without a signing key.
public struct NoSigningKey: Error, Equatable {}
