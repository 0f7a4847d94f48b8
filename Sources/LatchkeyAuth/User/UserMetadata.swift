public import Foundation

/// When an account was created and last used.
public struct UserMetadata: Sendable, Equatable {
    /// When the account was created.
    public let creationDate: Date?
    /// The last sign-in. Refreshing the token does not count.
    public let lastSignInDate: Date?

    init(createdAt: String?, lastLoginAt: String?) {
        creationDate = Self.date(createdAt)
        lastSignInDate = Self.date(lastLoginAt)
    }

    /// Returns a date from the server's format, milliseconds as a string.
    private static func date(_ milliseconds: String?) -> Date? {
        milliseconds.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0 / 1000) }
    }
}
