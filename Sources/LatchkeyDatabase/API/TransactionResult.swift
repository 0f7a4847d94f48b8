/// The result of a transaction block.
public final class TransactionResult {
    /// The new data; `nil` to abort the transaction.
    let value: MutableData?

    private init(_ value: MutableData?) {
        self.value = value
    }

    /// Returns a result that commits the given data.
    public static func success(withValue value: MutableData) -> TransactionResult {
        TransactionResult(value)
    }

    /// Returns a result that aborts the transaction. The data does not change.
    public static func abort() -> TransactionResult {
        TransactionResult(nil)
    }
}
