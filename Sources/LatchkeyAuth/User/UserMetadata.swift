public import Foundation

/// When an account was made and last used.
public struct UserMetadata: Sendable, Equatable {
    /// When the account was made.
    public let creationDate: Date?
    /// The last sign-in; refreshing the token is none.
    public let lastSignInDate: Date?

    init(createdAt: String?, lastLoginAt: String?) {
        creationDate = Self.date(createdAt)
        lastSignInDate = Self.date(lastLoginAt)
    }

    /// The wire has milliseconds as text.
    private static func date(_ milliseconds: String?) -> Date? {
        milliseconds.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0 / 1000) }
    }
}
