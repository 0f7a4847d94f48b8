package import LatchkeyTree

/// The lease of a node on the databases that it opens, in a store that several nodes share.
package protocol DatabaseLease: Sendable {
    /// Makes this node the owner of a database.
    ///
    /// - Parameters:
    ///   - database: The number of the database in the store.
    ///   - id: The database.
    ///   - transaction: The transaction in which a term begins.
    /// - Returns: The number of the lease.
    /// - Throws: `DatabaseOfAnotherNode`, or an error of the store if the lease has ended.
    func take(_ database: Int, _ id: DatabaseID, in transaction: Transaction) throws -> Int64

    /// Returns whether no other node can have taken the databases of a lease.
    func isHeld(_ lease: Int64) -> Bool
}
