/// The store of accounts.
///
/// A transaction is a synchronous closure, so that no transaction can be left open or wait for the network. A closure that throws
/// changes nothing. A `write` that returned is committed, and on the disk unless the operator chose otherwise.
///
/// A store may be shared by several processes. What their transactions may observe of each other is the same as within one process;
/// only the revisions may be late.
public protocol AccountStore: Sendable {
    /// Reads from one consistent snapshot. The closure may run more than once, so it must have no other effects.
    ///
    /// - Throws: ``StoreTrouble`` if the store cannot be read at the moment.
    func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T
    /// Runs a transaction. Transactions are serialized; a transaction that starts after another one returned sees its changes.
    ///
    /// The closure may run more than once, for example after a collision with a transaction of another process; only its last run takes
    /// effect. It must therefore have no effects outside of the transaction.
    ///
    /// - Throws: ``StoreTrouble`` if the store cannot be written at the moment; the transaction has no effect then, unless the connection
    ///   to the server of the store was lost during the commit. ``StoreConflict`` if a conflict ended the transaction, even if the closure
    ///   caught it.
    ///
    /// Cancelling the task does not undo or skip a transaction, because its caller must know whether it happened.
    func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T
    /// A number that grows with every `write` to a project, an API key, a provider's configuration or a signing key, for caches of these.
    ///
    /// See ``revision``.
    var configurationRevision: Int { get async }
    /// A number that grows with every `write`, for caches of any data in the store.
    ///
    /// Data that is read after the number was taken is current as long as the number does not change. The number includes every `write` of
    /// this store that returned before it was requested. Writes of other processes are included after ``maxRevisionDelay`` at the latest.
    /// A store that cannot keep this promise at the moment returns a number that it never returned before, so that no cache is used.
    ///
    /// Every request reads it, so it has to be known without waiting for a disk or a network.
    var revision: Int { get async }
    /// The maximum time after which the revisions include a `write` of another process. Something that was revoked may be accepted for
    /// this time. Zero if no other process writes.
    var maxRevisionDelay: Duration { get }
    /// The signal that is sent after every `write` that added a message to the outbox, or a delivery to a webhook.
    var outboxBell: OutboxBell { get }
    /// The steps that `write` runs at the end of every transaction that appended events.
    var commitSteps: CommitSteps { get }
    /// The observers of the events that `write` commits.
    var committedEvents: CommittedEvents { get }
}

/// A violated constraint of the store, usually because of a concurrent transaction. Equality compares subjects only.
///
/// It ends the transaction: no change is stored, and further calls may throw the same conflict. A closure that wants to continue makes the
/// call in ``StoreWriting/attempt(_:)``.
public struct StoreConflict: Error, Equatable, Sendable {
    /// The data that the violated constraint protects.
    public enum Subject: String, Sendable {
        /// The uid is taken, or the account does not exist.
        case account
        /// The address belongs to another account.
        case email
        /// The phone number belongs to another account.
        case phoneNumber
        /// The identity is linked to another account, or, in an update, to none.
        case identity
        /// The passkey's credential id is taken.
        case passkey
        /// The account has another identity of the same provider.
        case provider
        /// The account has a second factor with the same id or phone number.
        case secondFactor
        /// The project id is taken, or the project does not exist.
        case project
        /// Any other constraint: an invalid value, or an id that was used before.
        case other
    }

    /// The data that the violated constraint protects.
    public let subject: Subject
    /// The store's description of the constraint, without values. For the operator's log; never sent to clients.
    public let detail: String?

    /// Creates a conflict of a subject.
    public init(_ subject: Subject, detail: String? = nil) {
        self.subject = subject
        self.detail = detail
    }

    /// Whether both conflicts have the same subject.
    public static func == (left: Self, right: Self) -> Bool { left.subject == right.subject }
}
