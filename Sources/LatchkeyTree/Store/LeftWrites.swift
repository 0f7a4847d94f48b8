/// Writes that a client left for the moment when it is gone (`onDisconnect`), as a store keeps them: they outlive the process.
public struct LeftWrites: Sendable, Equatable {
    /// Which connection left them; no other has this name.
    public let client: String
    /// On whose behalf they are done, as text that means nothing to the store.
    public let requester: String
    /// By their turn; the changes of each happen together. Values of the server's are still to be filled in.
    public let writes: [Int: [TreeChange]]

    public init(client: String, requester: String, writes: [Int: [TreeChange]]) {
        self.client = client
        self.requester = requester
        self.writes = writes
    }
}
