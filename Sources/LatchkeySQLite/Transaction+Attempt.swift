import GRDB
import LatchkeyIdentity
import Synchronization

/// The conflict that ended a transaction.
///
/// SQLite could continue after a failed statement, but other databases cannot, and a call that failed may have changed a part of its data.
final class TransactionEnd: Sendable {
    private let state = Mutex<StoreConflict?>(nil)

    var conflict: StoreConflict? { state.withLock { $0 } }

    func set(_ conflict: StoreConflict) { state.withLock { $0 = conflict } }

    /// Opens the transaction again after the changes since a savepoint were undone.
    func clear() { state.withLock { $0 = nil } }
}

extension Transaction {
    /// Throws the conflict that ended the transaction, if there is one, and an error if SQLite has rolled it back.
    func requireOpen() throws {
        guard let end else { return }
        if let conflict = end.conflict { throw conflict }
        try db.requireTransaction()
    }

    /// Creates a conflict that no constraint detects, and ends the transaction with it.
    func conflict(_ subject: StoreConflict.Subject, _ detail: String) -> StoreConflict {
        let conflict = StoreConflict(subject, detail: detail)
        end?.set(conflict)
        return conflict
    }

    func attempt<T>(_ body: () throws -> T) throws -> T {
        try requireOpen()
        let events = touched?.events.count ?? 0
        do {
            return try db.inSavepoint(returning: { _ in
                let result = try body()
                try requireOpen()
                return result
            })
        } catch {
            end?.clear()
            touched?.keepEvents(events)
            throw error
        }
    }
}
