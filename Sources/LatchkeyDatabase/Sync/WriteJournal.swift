/// Persistent storage for unconfirmed writes.
///
/// Calls are made one at a time, in the order of the writes, and before each write is sent to the server.
protocol WriteJournal: AnyObject, Sendable {
    func append(_ write: PendingWrite)
    /// Removes a write after the server's response, or after it was canceled.
    func remove(_ id: Int)
    /// Returns the writes of an earlier run, in order. Called once, before all other methods.
    func load() -> [PendingWrite]
}
