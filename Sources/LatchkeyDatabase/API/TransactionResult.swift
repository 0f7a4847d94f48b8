/// What a transaction makes of the data that it was shown.
public final class TransactionResult {
    /// Nil ends the transaction.
    let value: MutableData?

    private init(_ value: MutableData?) {
        self.value = value
    }

    /// This shall be there now.
    public static func success(withValue value: MutableData) -> TransactionResult {
        TransactionResult(value)
    }

    /// Everything stays as it is.
    public static func abort() -> TransactionResult {
        TransactionResult(nil)
    }
}
