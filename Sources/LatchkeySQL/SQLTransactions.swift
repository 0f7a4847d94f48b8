/// The views and transactions of a store.
package protocol SQLTransactions: Sendable {
    /// Reads from one consistent view. The closure may be called more than once, so it must have no other effects.
    func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T

    /// Runs one transaction. It is committed when this returns.
    @discardableResult
    func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T
}
