public import Foundation
public import LatchkeySecrets

/// An access token, with which a program administers a project on behalf of a service account. It is found by its fingerprint.
public struct AccessToken: Sendable, Equatable {
    public let id: Fingerprint
    /// The service account's address.
    public let serviceAccount: String
    public let scopes: Set<AccessScope>
    public let expiresAt: Date

    public init(id: Fingerprint, serviceAccount: String, scopes: Set<AccessScope>, expiresAt: Date) {
        self.id = id
        self.serviceAccount = serviceAccount
        self.scopes = scopes
        self.expiresAt = expiresAt
    }

    public static let lifetimeSeconds = 3600
}
