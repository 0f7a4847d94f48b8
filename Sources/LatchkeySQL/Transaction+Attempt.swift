package import LatchkeyIdentity
import Synchronization

/// The conflict that ended a transaction.
///
/// SQLite could continue after a failed statement, but PostgreSQL cannot, and a call that failed may have changed a part of its data.
final class TransactionEnd: Sendable {
    private let state = Mutex<StoreConflict?>(nil)

    var conflict: StoreConflict? { state.withLock { $0 } }

    func set(_ conflict: StoreConflict) { state.withLock { $0 = conflict } }

    /// Opens the transaction again after the changes since a savepoint were undone.
    func clear() { state.withLock { $0 = nil } }
}

extension Transaction {
    /// Throws the conflict that ended the transaction, if there is one, and an error if the database has rolled it back.
    package func requireOpen() throws {
        guard let end else { return }
        if let conflict = end.conflict { throw conflict }
        try connection.requireTransaction()
    }

    /// Creates a conflict that no constraint detects, and ends the transaction with it.
    package func conflict(_ subject: StoreConflict.Subject, _ detail: String) -> StoreConflict {
        let conflict = StoreConflict(subject, detail: detail)
        end?.set(conflict)
        return conflict
    }

    package func attempt<T>(_ body: () throws -> T) throws -> T {
        try requireOpen()
        let events = touched?.events.count ?? 0
        // It may be what the attempt wrote.
        defer { touched?.forgetAccount() }
        do {
            return try connection.inSavepoint {
                let result = try body()
                try requireOpen()
                return result
            }
        } catch {
            end?.clear()
            touched?.keepEvents(events)
            throw error
        }
    }
}
