/// The store of accounts.
///
/// A transaction is a synchronous closure, so that no transaction can be left open or wait for the network. A closure that throws
/// changes nothing. A `write` that returned is durable.
public protocol AccountStore: Sendable {
    /// Reads from one consistent snapshot.
    ///
    /// - Throws: ``StoreTrouble`` if the store cannot be read at the moment.
    func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T
    /// Runs a transaction. Transactions are serialized; a transaction that starts after another one returned sees its changes.
    ///
    /// - Throws: ``StoreTrouble`` if the store cannot be written at the moment; the transaction has no effect then.
    ///
    /// Cancelling the task does not undo or skip a transaction, because its caller must know whether it happened.
    func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T
    /// A number that changes after every `write` to a project, an API key or a provider's configuration, for caches of these.
    ///
    /// Data that is read after the number was taken is current as long as the number does not change.
    var configurationRevision: Int { get }
    /// A number that changes after every `write`, for caches of any data in the store.
    ///
    /// Data that is read after the number was taken is current as long as the number does not change.
    var revision: Int { get }
    /// The signal that is sent after every `write` that added a message to the outbox.
    var outboxBell: OutboxBell { get }
}

/// A violated constraint of the store, usually because of a concurrent transaction. Equality compares subjects only.
///
/// The call that threw it has changed nothing; the transaction can continue.
public struct StoreConflict: Error, Equatable, Sendable {
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
        /// The account has another second factor with the id or the phone number.
        case secondFactor
        /// The project id is taken, or the project does not exist.
        case project
        /// Any other constraint: an invalid value, or an id that was used before.
        case other
    }

    public let subject: Subject
    /// The store's description of the constraint, without values. For the operator's log; never sent to clients.
    public let detail: String?

    public init(_ subject: Subject, detail: String? = nil) {
        self.subject = subject
        self.detail = detail
    }

    public static func == (left: Self, right: Self) -> Bool { left.subject == right.subject }
}
