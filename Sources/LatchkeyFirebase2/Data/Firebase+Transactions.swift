public import Foundation
import LatchkeyDatabase

extension Firebase {
    /// Runs a transaction: computes new data from the current data, and repeats until no other write intervenes.
    ///
    /// - Parameters:
    ///   - block: Called at least once, usually first on this thread and then on a thread of the database. It receives the data as far as
    ///     it is known, and must not have side effects.
    ///   - completion: Called once, with whether the transaction was committed, and the resulting data.
    ///   - localEvents: Whether observers see the result before the server has accepted it.
    public func runTransactionBlock(
        _ block: @escaping @Sendable (FMutableData) -> FTransactionResult,
        andCompletionBlock completion: (@MainActor @Sendable (_ error: NSError?, _ committed: Bool, _ snapshot: FDataSnapshot?) -> Void)? =
            nil,
        withLocalEvents localEvents: Bool = true
    ) {
        reference.runTransactionBlock(
            { block(FMutableData($0)).result },
            andCompletionBlock: { [makeReference] error, committed, snapshot in
                completion?(error as NSError?, committed, snapshot.map { FDataSnapshot($0, makeReference) })
            }, withLocalEvents: localEvents)
    }
}

/// The data that a transaction changes.
public final class FMutableData {
    let data: MutableData

    init(_ data: MutableData) { self.data = data }

    /// The value. Set it to replace the data, or to `nil` to remove the data.
    public var value: Any? {
        get { data.value }
        set { data.value = newValue }
    }
    /// The priority.
    public var priority: Any? {
        get { data.priority }
        set { data.priority = newValue }
    }
    /// The last key of the path; `nil` for the root.
    public var key: String? { data.key }
    /// The number of children.
    public var childrenCount: UInt { data.childrenCount }
    /// The children, in order.
    public var children: [FMutableData] { data.children.map { FMutableData($0) } }
    /// Returns whether there are children.
    public func hasChildren() -> Bool { data.hasChildren() }
    /// Returns whether there is data at a relative path.
    public func hasChildAtPath(_ path: String) -> Bool { data.hasChild(atPath: path) }
    /// Returns the data at a relative path.
    public func childDataByAppendingPath(_ path: String) -> FMutableData { FMutableData(data.childData(byAppendingPath: path)) }
}

/// The result of a transaction block.
public final class FTransactionResult {
    let result: TransactionResult

    private init(_ result: TransactionResult) { self.result = result }

    /// Commits the current value of the data.
    public static func successWithValue(_ value: FMutableData) -> FTransactionResult {
        FTransactionResult(.success(withValue: value.data))
    }

    /// Aborts the transaction without a write.
    public static func abort() -> FTransactionResult { FTransactionResult(.abort()) }
}
