public import Foundation

/// A service account: the holder of a private key, which the server does not store, that acts for a project.
public struct ServiceAccount: Sendable, Equatable {
    /// The name of the service account, in the form of an email address as in Google's libraries.
    public let email: String
    /// The project for which the service account acts.
    public let project: ProjectID
    /// The id of its key: `kid` in its assertions.
    public let keyID: String
    /// The SubjectPublicKeyInfo of an RSA key, in PEM form.
    public let publicKeyPEM: String
    /// The time at which the service account was created.
    public let createdAt: Date
    /// The time at which the service account was revoked; `nil` while it is valid.
    public var revokedAt: Date?

    /// Creates a service account from its stored values.
    public init(email: String, project: ProjectID, keyID: String, publicKeyPEM: String, createdAt: Date, revokedAt: Date? = nil) {
        self.email = email
        self.project = project
        self.keyID = keyID
        self.publicKeyPEM = publicKeyPEM
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    /// Whether a text is a valid name inside a project: 3 to 30 lower-case letters, digits and hyphens, beginning with a letter.
    package static func isValidName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (3...30).contains(bytes.count), let first = bytes.first, (0x61...0x7a).contains(first), bytes.last != 0x2d else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    package static func email(name: String, project: ProjectID) -> String {
        "\(name)@\(project.rawValue).service-accounts.latchkey"
    }
}
