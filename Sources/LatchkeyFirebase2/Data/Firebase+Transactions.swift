public import Foundation
import LatchkeyDatabase

extension Firebase {
    /// Changes what is here by looking at it, again and again until nobody came in between.
    ///
    /// - Parameters:
    ///   - block: called at least once, first on this thread as a rule and then on one of the database's own; gets what is there as far as is
    ///     known, and shall do nothing else than compute.
    ///   - completion: called once, with whether it was done and what is there now.
    ///   - localEvents: whether observers see what the block did before the server has said yes.
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

/// What a transaction changes.
public final class FMutableData {
    let data: MutableData

    init(_ data: MutableData) { self.data = data }

    /// What is here; setting it replaces it, and nil removes it.
    public var value: Any? {
        get { data.value }
        set { data.value = newValue }
    }
    public var priority: Any? {
        get { data.priority }
        set { data.priority = newValue }
    }
    public var key: String? { data.key }
    public var childrenCount: UInt { data.childrenCount }
    public var children: [FMutableData] { data.children.map { FMutableData($0) } }
    public func hasChildren() -> Bool { data.hasChildren() }
    public func hasChildAtPath(_ path: String) -> Bool { data.hasChild(atPath: path) }
    public func childDataByAppendingPath(_ path: String) -> FMutableData { FMutableData(data.childData(byAppendingPath: path)) }
}

/// What a transaction's block decided.
public final class FTransactionResult {
    let result: TransactionResult

    private init(_ result: TransactionResult) { self.result = result }

    /// Writes what the data is now.
    public static func successWithValue(_ value: FMutableData) -> FTransactionResult {
        FTransactionResult(.success(withValue: value.data))
    }

    /// Writes nothing.
    public static func abort() -> FTransactionResult { FTransactionResult(.abort()) }
}
