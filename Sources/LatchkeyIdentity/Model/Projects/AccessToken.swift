public import Foundation
public import LatchkeySecrets

/// An access token, with which a program administers a project on behalf of a service account. It is found by its fingerprint.
public struct AccessToken: Sendable, Equatable {
    /// The fingerprint of the token. The token itself is not stored.
    public let id: Fingerprint
    /// The service account's address.
    public let serviceAccount: String
    /// The scopes that the token was issued for.
    public let scopes: Set<AccessScope>
    /// The first instant at which the token is invalid.
    public let expiresAt: Date

    /// Creates a token from its stored values.
    public init(id: Fingerprint, serviceAccount: String, scopes: Set<AccessScope>, expiresAt: Date) {
        self.id = id
        self.serviceAccount = serviceAccount
        self.scopes = scopes
        self.expiresAt = expiresAt
    }

    package static let lifetimeSeconds = 3600
}
