/// The `onDisconnect` writes of a client, as stored. They outlive the process.
public struct LeftWrites: Sendable, Equatable {
    /// The unique name of the connection that registered them.
    public let client: String
    /// The requester on behalf of which they are executed, as text that the store does not interpret.
    public let requester: String
    /// The writes by their order; the changes of each are atomic. Server values are not resolved yet.
    public let writes: [Int: [TreeChange]]

    /// Creates the writes of a client.
    public init(client: String, requester: String, writes: [Int: [TreeChange]]) {
        self.client = client
        self.requester = requester
        self.writes = writes
    }
}
