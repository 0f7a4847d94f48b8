public import Foundation
public import LatchkeySecrets

/// A database secret of the first generations of Firebase. Its holder has full access to the project's databases, and can sign tokens
/// for others.
///
/// It is found by its fingerprint. The sealed secret is stored too, because tokens that were signed with it can only be verified with
/// it. It is deleted when the secret is revoked.
public struct DatabaseSecret: Sendable, Equatable {
    /// The fingerprint of the secret.
    public let fingerprint: Fingerprint
    /// The project whose databases the secret opens.
    public let project: ProjectID
    /// The sealed secret; `nil` once it is revoked.
    public var sealed: SealedSecret?
    /// The time at which the secret was created.
    public let createdAt: Date
    /// The time at which the secret was revoked; `nil` while it is valid.
    public var revokedAt: Date?

    /// Creates a secret from its stored values.
    public init(fingerprint: Fingerprint, project: ProjectID, sealed: SealedSecret?, createdAt: Date, revokedAt: Date? = nil) {
        self.fingerprint = fingerprint
        self.project = project
        self.sealed = sealed
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    /// The public id of the secret: the first digits of its fingerprint. A token can name its secret with it (`kid`).
    public var id: String { String(fingerprint.hex.prefix(Self.idLength)) }

    /// The number of hexadecimal digits of an id.
    package static let idLength = 12
    /// The length of a secret in characters, as in Firebase: 238 bits.
    static let length = 40
    static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    /// The maximum number of valid secrets of a project: one in use and some for rotation.
    package static let maxLive = 10

    package static func sealingContext(_ fingerprint: Fingerprint, project: ProjectID) -> SealingContext {
        SealingContext(project: project, table: "database_secret", row: fingerprint.hex, column: "sealed_secret")
    }

    /// Whether a text has the form of a secret.
    package static func isFormOfSecret(_ text: String) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) }
    }

    /// Creates a new secret. Its clear text exists only in the returned value.
    package static func make(
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

extension [DatabaseSecret] {
    /// The secret that verifies tokens that name none: the oldest valid one. The secrets are those of one project, oldest first.
    package var checkingTokens: DatabaseSecret? { first { $0.revokedAt == nil } }
}
