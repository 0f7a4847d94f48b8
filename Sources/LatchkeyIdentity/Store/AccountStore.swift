/// Where accounts are kept.
///
/// A transaction is a closure, synchronous inside, so that none can be left open and none waits for the network. Failing closures
/// leave nothing behind. A `write` that returned is durable.
public protocol AccountStore: Sendable {
    /// Reads from one consistent view.
    ///
    /// - Throws: ``StoreTrouble`` when the store cannot be read at the moment.
    func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T
    /// Runs one transaction. Transactions run one after the other; one that is asked for after another returned sees what that one did.
    ///
    /// - Throws: ``StoreTrouble`` when nothing can be written at the moment; nothing of the transaction is kept then.
    ///
    /// Cancelling the task does not undo or skip a transaction: its caller has to know whether it happened.
    func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T
    /// Another number after every `write` that changed a project, an API key or a provider's configuration; for caches of these.
    ///
    /// What was read after this number was taken holds as long as the number does.
    var configurationRevision: Int { get }
    /// Another number after every `write`; for what was found out from anything in the store.
    ///
    /// What was read after this number was taken holds as long as the number does.
    var revision: Int { get }
    /// Rung after every `write` that added a message to the outbox.
    var outboxBell: OutboxBell { get }
}

/// A constraint of the store said no: mostly because somebody else was first. Equality compares subjects only.
///
/// The call that threw it has changed nothing; the transaction may go on.
public struct StoreConflict: Error, Equatable, Sendable {
    public enum Subject: String, Sendable {
        /// The uid is taken; or there is no such account, any more.
        case account
        /// The address belongs to another account.
        case email
        /// The telephone number belongs to another account.
        case phoneNumber
        /// The identity is linked to another account; or, when it is to be changed, to none.
        case identity
        /// The passkey's credential id is taken.
        case passkey
        /// The account has another identity of the same provider.
        case provider
        /// The project's name is taken; or there is no such project.
        case project
        /// Anything else: a value that no row may hold, or an id that was used before.
        case other
    }

    public let subject: Subject
    /// Which constraint it was, in the store's own words and without values. For the operator's log; never sent.
    public let detail: String?

    public init(_ subject: Subject, detail: String? = nil) {
        self.subject = subject
        self.detail = detail
    }

    public static func == (left: Self, right: Self) -> Bool { left.subject == right.subject }
}
