public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A secret of the first generations of Firebase: who has it may do everything in the project's databases, and makes tokens for others
/// with it.
///
/// It is looked up by its fingerprint. It is also kept itself, sealed, because tokens that were made with it can only be checked with it;
/// one that was revoked is kept no more.
public struct DatabaseSecret: Sendable, Equatable {
    public let fingerprint: Fingerprint
    public let project: ProjectID
    /// `nil` once it was revoked.
    public var sealed: SealedSecret?
    public let createdAt: Date
    public var revokedAt: Date?

    public init(fingerprint: Fingerprint, project: ProjectID, sealed: SealedSecret?, createdAt: Date, revokedAt: Date? = nil) {
        self.fingerprint = fingerprint
        self.project = project
        self.sealed = sealed
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    /// A name that tells nothing of the secret: the first digits of its fingerprint. A token may say with it (`kid`) what signed it.
    public var id: String { String(fingerprint.hex.prefix(Self.idLength)) }

    /// Digits of an id.
    public static let idLength = 12
    /// Characters of a secret, as Firebase's have them: 238 bits.
    static let length = 40
    static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    /// How many of a project's may be good at once: one in use and some to change over to.
    public static let maxLive = 10

    /// Where the secret is sealed to.
    public static func sealingContext(_ fingerprint: Fingerprint, project: ProjectID) -> SealingContext {
        SealingContext(project: project, table: "database_secret", row: fingerprint.hex, column: "sealed_secret")
    }

    /// Whether a text is written like a secret, so that it is to be looked for among these.
    public static func isFormOfSecret(_ text: String) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) }
    }

    /// A new secret, which exists in clear text only in what this returns.
    public static func make(
        for project: ProjectID, at now: Date, sealer: Sealer, random: RandomTokens = .system
    ) throws -> (secret: DatabaseSecret, text: Secret<String>) {
        let text = random.text(length: length, from: alphabet)
        let fingerprint = Fingerprint(of: text)
        let sealed = try sealer.seal(Secret(text), for: sealingContext(fingerprint, project: project))
        return (
            DatabaseSecret(fingerprint: fingerprint, project: project, sealed: sealed, createdAt: now.inWholeMilliseconds), Secret(text)
        )
    }
}
