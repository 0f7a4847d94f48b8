import Foundation
import JWTKit

/// The keys of one kind of tokens: those that are accepted and published, and the one that signs.
struct PurposeKeys: Sendable {
    /// The keys for verification. Signing does not use the collection, for speed: a token is signed at every refresh.
    let keys = JWTKeyCollection()
    /// The signer; `nil` if there is no key that signs.
    let signer: TokenSigner?
    private let published: [PublishedKey]

    /// No keys: tokens are unsigned.
    static let insecureUnsigned = PurposeKeys()

    private init() {
        signer = .insecureUnsigned
        published = []
    }

    /// - Parameter opened: All keys that are in use, the newest first. The newest one without an end signs.
    init(of purpose: SigningKey.Purpose, among opened: [(stored: SigningKey, key: PrivateSigningKey)], at now: Date) async throws {
        var published: [PublishedKey] = []
        var signer: TokenSigner?
        for (stored, key) in opened where stored.verifies(purpose, at: now) {
            try await key.add(to: keys, id: stored.id)
            let end = stored.end(of: purpose)
            published.append(
                try PublishedKey(
                    id: stored.id, until: end, jwk: key.publicJWK(id: stored.id), certificatePEM: stored.certificatePEM))
            if end == nil, signer == nil { signer = TokenSigner(key: key, id: stored.id) }
        }
        self.signer = signer
        self.published = published
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

    /// Whether a key is in the set, unless its time has ended since.
    func publishes(_ id: String) -> Bool { published.contains { $0.id == id } }

    private func current(at now: Date) -> [PublishedKey] {
        published.filter { $0.until.map { $0 > now } ?? true }
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
