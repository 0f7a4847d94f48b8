/// The views and transactions of a store.
package protocol SQLTransactions: Sendable {
    /// Reads from one consistent view.
    func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs one transaction. It is committed when this returns.
    @discardableResult
    func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T
}
