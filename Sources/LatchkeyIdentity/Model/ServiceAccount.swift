#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A program that speaks for a project: whoever has its private key, which this server never keeps.
public struct ServiceAccount: Sendable, Equatable {
    /// Its name everywhere; in the form of an address, because Google's libraries call it that.
    public let email: String
    public let project: ProjectID
    /// Identifies its key: `kid` in what it signs.
    public let keyID: String
    /// SubjectPublicKeyInfo of an RSA key.
    public let publicKeyPEM: String
    public let createdAt: Date
    public var revokedAt: Date?

    public init(email: String, project: ProjectID, keyID: String, publicKeyPEM: String, createdAt: Date, revokedAt: Date? = nil) {
        self.email = email
        self.project = project
        self.keyID = keyID
        self.publicKeyPEM = publicKeyPEM
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    /// Whether a text may name one inside its project: 3 to 30 lower-case letters, digits and hyphens, a letter first.
    public static func isValidName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (3...30).contains(bytes.count), let first = bytes.first, (0x61...0x7a).contains(first), bytes.last != 0x2d else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    public static func email(name: String, project: ProjectID) -> String {
        "\(name)@\(project.rawValue).service-accounts.latchkey"
    }
}
