import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much somebody may ask for at once, and whether they still may when it has arrived.
extension DatabaseCaller {
    /// What Firebase's own clients send at most, and what is taken of those who did not say who they are.
    private static let maxBytesOfMessage = (known: 16 * 1024 * 1024, nobody: 1024 * 1024)
    /// What is larger is asked of the rules before it waits for its turn: what waits takes the room of others.
    static let maxUndecidedBytes = 1024 * 1024

    var isAdministrator: Bool { if case .administrator = requester { true } else { false } }

    var isStranger: Bool { if case .user(.null) = requester { true } else { false } }

    /// Bytes of a message, or of a body that is no administrator's.
    var maxMessageBytes: Int {
        isStranger ? Self.maxBytesOfMessage.nobody : Self.maxBytesOfMessage.known
    }

    /// A body may have been on its way for minutes, and the credential have ended meanwhile.
    ///
    /// - Parameter revision: the store's, from before the caller was found out.
    /// - Throws: `DatabaseRefusal` once it has ended.
    func requireGood(since revision: Int, of store: any AccountStore, now: Date) async throws {
        if let expiresAt, expiresAt <= now { throw DatabaseRefusal.expiredToken }
        guard store.revision != revision, let isGood else { return }
        guard try await isGood() else { throw DatabaseRefusal.badToken }
    }

    /// - Parameter bytes: of the message or the body.
    /// - Throws: `DatabaseError` for a large write that would not be allowed now. It is decided again in its turn.
    func requireAllowed(_ operation: WriteOperation, bytes: Int, in database: RealtimeDatabase) throws(DatabaseError) {
        guard bytes > Self.maxUndecidedBytes, !isAdministrator else { return }
        _ = try database.simulate(operation, by: requester)
    }
}

extension DatabaseError {
    /// The rules said no.
    var isDenial: Bool { if case .denied = self { true } else { false } }
}
