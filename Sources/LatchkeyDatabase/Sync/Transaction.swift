import LatchkeyTree
import Synchronization

/// A change of a place that depends on what is there, and is tried again until nobody came between.
struct Transaction: Sendable {
    /// Also of its write.
    let id: Int
    /// Who ran it, and as whom it is tried again.
    let owner: WriteOwner
    let path: TreePath
    let update: @Sendable (Node) -> Outcome
    let completion: @Sendable (Ending) -> Void
    /// What keeps the data of the place coming.
    let watch: Registration
    /// Whether that data may be read.
    let refusal: ReadRefusal
    /// What it made of the place, with what the server fills in still open.
    var result: Node
    /// How often it was sent.
    var tries = 0
    /// Another write of this client came over it: it is not tried again.
    var isOverridden = false

    /// As often is it sent, as in Firebase's clients.
    static let maxTries = 25

    /// Why the place cannot be read, where it cannot.
    final class ReadRefusal: Sendable {
        private let told = Mutex<(any Error)?>(nil)

        var error: (any Error)? { told.withLock { $0 } }

        func tell(_ error: any Error) { told.withLock { $0 = error } }
    }

    /// What the app says to what is there.
    enum Outcome: Sendable {
        case commit(Node)
        case abort
        /// The app's value can be in no tree.
        case invalid(any Error)
    }

    /// How it ended, with what is there.
    enum Ending: Sendable {
        case committed(Node)
        case aborted(Node)
        case failed(any Error)
    }
}

extension Repo.State {
    /// Transactions that a plain write of this client touches are not tried again: they would bring back what it wrote over.
    mutating func overrideTransactions(at path: TreePath) {
        for (id, transaction) in transactions where transaction.path.isRelated(to: path) {
            transactions[id]?.isOverridden = true
        }
    }
}
