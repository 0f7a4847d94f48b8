/// Where writes that the server has not answered yet outlive the app.
///
/// Calls come one after the other, in the order of the writes, and before the write goes to the server.
protocol WriteJournal: AnyObject, Sendable {
    func append(_ write: PendingWrite)
    /// The server answered, or the write was given up.
    func remove(_ id: Int)
    /// What an earlier run of the app left, in the order in which it was written. Called once, before anything else.
    func load() -> [PendingWrite]
}
