import LatchkeyTree
import Synchronization

/// A change that depends on the current data, and is retried until no other change interferes.
struct Transaction: Sendable {
    /// The ID of the transaction and its write.
    let id: Int
    /// The user that started the transaction. Retries are sent as this user.
    let owner: WriteOwner
    let path: TreePath
    let update: @Sendable (Node) -> Outcome
    let completion: @Sendable (Ending) -> Void
    /// The registration that keeps the data of the location synchronized.
    let watch: Registration
    /// The error if this data cannot be read.
    let refusal: ReadRefusal
    /// The new data, with unresolved server values.
    var result: Node
    /// The number of attempts that were sent.
    var tries = 0
    /// Whether another write of this client overrode the transaction, so that it is not retried.
    var isOverridden = false

    /// The maximum number of attempts, as in Firebase clients.
    static let maxTries = 25

    /// The error if the location cannot be read.
    final class ReadRefusal: Sendable {
        private let told = Mutex<(any Error)?>(nil)

        var error: (any Error)? { told.withLock { $0 } }

        func tell(_ error: any Error) { told.withLock { $0 = error } }
    }

    /// The result of the app's transaction block.
    enum Outcome: Sendable {
        case commit(Node)
        case abort
        /// The app's value is invalid.
        case invalid(any Error)
    }

    /// The end of a transaction, with the resulting data.
    enum Ending: Sendable {
        case committed(Node)
        case aborted(Node)
        case failed(any Error)
    }
}

extension Repo.State {
    /// Marks the transactions that a plain write of this client affects, so that they are not retried. A retry would undo the write.
    mutating func overrideTransactions(at path: TreePath) {
        for (id, transaction) in transactions where transaction.path.isRelated(to: path) {
            transactions[id]?.isOverridden = true
        }
    }
}
