public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Lets a program administer a project for an hour, in the name of a service account; found by its fingerprint.
public struct AccessToken: Sendable, Equatable {
    public let id: Fingerprint
    /// The service account's address.
    public let serviceAccount: String
    /// What it opens.
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
