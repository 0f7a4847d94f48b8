public import Foundation
import JWTKit
public import LatchkeySecrets

/// The keys of all tokens that are still valid, and the current signing key of each purpose.
public struct KeyRing: Sendable {
    private let idTokens: PurposeKeys
    private let sessionCookies: PurposeKeys
    /// An identifier of this set of keys, to detect changes in the store.
    public let revision: String
    /// Whether tokens are neither signed nor verified.
    let isInsecureUnsigned: Bool

    /// A ring without keys: tokens have `alg: none` and can be forged. For the emulator mode only, where the Admin SDKs expect it.
    public static let insecureUnsigned = KeyRing()

    private init() {
        idTokens = .insecureUnsigned
        sessionCookies = .insecureUnsigned
        revision = "unsigned"
        isInsecureUnsigned = true
    }

    /// Opens stored keys.
    ///
    /// - Parameter stored: The keys of the store. The newest one of a purpose without an end signs.
    /// - Throws: ``NoSigningKey`` if none signs ID tokens, or the error of opening a key.
    public init(_ stored: [SigningKey], sealer: Sealer, at now: Date) async throws {
        let used = stored.sorted { $0.createdAt > $1.createdAt }.map { key in
            (key: key, purposes: SigningKey.Purpose.allCases.filter { key.verifies($0, at: now) })
        }.filter { !$0.purposes.isEmpty }
        let opened = try used.map { key, _ in
            let pem = try sealer.openText(key.sealedPrivateKey, for: SigningKey.sealingContext(id: key.id))
            return (stored: key, key: try PrivateSigningKey(pem: pem.expose(), algorithm: key.algorithm))
        }
        idTokens = try await PurposeKeys(of: .idToken, among: opened, at: now)
        sessionCookies = try await PurposeKeys(of: .sessionCookie, among: opened, at: now)
        guard idTokens.signer != nil else { throw NoSigningKey() }
        isInsecureUnsigned = false
        revision = Fingerprint(of: used.map { "\($0.id) \($1.map(\.rawValue))" }.joined(separator: " ")).hex
    }

    /// The keys of one kind of tokens.
    subscript(purpose: SigningKey.Purpose) -> PurposeKeys {
        switch purpose {
        case .idToken: idTokens
        case .sessionCookie: sessionCookies
        }
    }

    /// Creates a new sealed key, ready to be stored.
    public static func makeKey(
        _ algorithm: SigningKey.Algorithm, for purpose: SigningKey.Purpose = .idToken, sealer: Sealer, at now: Date,
        random: RandomTokens = .system
    ) throws -> SigningKey {
        let key = try PrivateSigningKey.generate(algorithm)
        let id = Fingerprint(of: random.token()).hex.prefix(40)
        return SigningKey(
            id: String(id), purpose: purpose, algorithm: algorithm,
            sealedPrivateKey: try sealer.seal(Secret(key.pem), for: SigningKey.sealingContext(id: String(id))),
            certificatePEM: try key.certificatePEM(now: now), createdAt: now.inWholeMilliseconds)
    }
}

/// The error for a store without a signing key.
public struct NoSigningKey: Error, Equatable {}
