import Foundation
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules

/// The size limits of a caller, and checks for data that arrives slowly.
extension DatabaseCaller {
    /// The maximum message size of Firebase's clients, and the limit for clients that are not signed in.
    private static let maxBytesOfMessage = (known: 16 * 1024 * 1024, nobody: 1024 * 1024)
    /// Larger writes are checked against the rules before they are queued, because queued writes use memory that other clients need.
    static let maxUndecidedBytes = 1024 * 1024

    var isAdministrator: Bool { if case .administrator = requester { true } else { false } }

    var isStranger: Bool { if case .user(.null) = requester { true } else { false } }

    /// The maximum size in bytes of a message, or of a body that is not from an administrator.
    var maxMessageBytes: Int {
        isStranger ? Self.maxBytesOfMessage.nobody : Self.maxBytesOfMessage.known
    }

    /// Checks the credential again, because a body can take minutes to arrive.
    ///
    /// - Parameters:
    ///   - revision: The revision of the store before the credential was checked.
    ///   - store: The account store.
    ///   - now: The current time.
    /// - Throws: `DatabaseRefusal` if the credential has ended.
    func requireGood(since revision: Int, of store: any AccountStore, now: Date) async throws {
        if let expiresAt, expiresAt <= now { throw DatabaseRefusal.expiredToken }
        guard let isGood, await store.revision != revision else { return }
        guard try await isGood() else { throw DatabaseRefusal.badToken }
    }

    /// Checks a large write against the rules. They are evaluated again when the write is executed.
    ///
    /// - Parameters:
    ///   - operation: The write.
    ///   - bytes: The size of the message or body in bytes.
    ///   - database: The database.
    /// - Throws: `DatabaseError` if the write is not allowed now.
    func requireAllowed(_ operation: WriteOperation, bytes: Int, in database: RealtimeDatabase) throws(DatabaseError) {
        guard bytes > Self.maxUndecidedBytes, !isAdministrator else { return }
        _ = try database.simulate(operation, by: requester)
    }
}

extension DatabaseError {
    /// Whether the rules denied the operation.
    var isDenial: Bool { if case .denied = self { true } else { false } }
}
